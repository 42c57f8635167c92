/** Limits the memory of responses that clients do not read. */
import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { AppError } from "../domain/errors.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

/** Bytes of all responses that are written, but not sent. */
const MAX_UNSENT_BYTES = 64 * 1_024 * 1_024;
const SWEEP_MS = 1_000;

export type UnsentResponses = ReturnType<typeof limitUnsent>;

/** A client that reads nothing is disconnected by the server's timeout, whatever it holds. */
export function limitUnsent(clock: Clock, log: Log, maxBytes = MAX_UNSENT_BYTES) {
  const open = new Map<ServerResponse, Progress>();
  let isSweeping = false;
  let disconnected = 0;

  function sweep(): void {
    for (const [outgoing, progress] of open) {
      const bytes = outgoing.writableLength;
      const isStalled = bytes > 0 && bytes >= progress.bytes;
      progress.stalledS = isStalled ? progress.stalledS + 1 : 0;
      progress.bytes = bytes;
    }
    freeMemory();
    if (disconnected > 0) {
      log.warn({ disconnected }, "Disconnected clients that did not read, to free memory.");
    }
    disconnected = 0;
    isSweeping = open.size > 0;
    if (isSweeping) clock.after(SWEEP_MS, sweep);
  }

  /** Returns whether the unsent bytes are within the limit now. */
  function freeMemory(): boolean {
    let total = 0;
    for (const [outgoing, { heldBytes }] of open) total += outgoing.writableLength + heldBytes;
    if (total <= maxBytes) return true;
    const stalled = [...open]
      .filter(([, { stalledS }]) => stalledS > 0)
      .toSorted(([, a], [, b]) => b.stalledS - a.stalledS || b.bytes - a.bytes);
    for (const [outgoing, { heldBytes }] of stalled) {
      if (total <= maxBytes) break;
      total -= outgoing.writableLength + heldBytes;
      disconnected += 1;
      open.delete(outgoing);
      outgoing.destroy();
    }
    return total <= maxBytes;
  }

  function requireRoom(): void {
    if (freeMemory()) return;
    throw new AppError(
      "overloaded",
      "Other clients read their responses more slowly than the server has memory for. Try again in a moment.",
      { headers: { "Retry-After": "2" } },
    );
  }

  function progressOf(outgoing: ServerResponse): Progress {
    const known = open.get(outgoing);
    if (known !== undefined) return known;
    const progress = { bytes: 0, stalledS: 0, heldBytes: 0 };
    open.set(outgoing, progress);
    outgoing.once("close", () => open.delete(outgoing));
    if (!isSweeping) {
      isSweeping = true;
      clock.after(SWEEP_MS, sweep);
    }
    return progress;
  }

  return {
    /**
     * Call before a request is handled. While more bytes are unsent than allowed, disconnects clients that have
     * read nothing for a second or longer, the longest first.
     *
     * @throws AppError `overloaded` if that is not enough.
     */
    requireRoom,
    /** Call before a response is written. @throws as {@link requireRoom}. */
    add(outgoing: ServerResponse) {
      requireRoom();
      progressOf(outgoing);
    },
    /** Counts bytes from which a streamed response is being made, in place of those that it held before. */
    hold(outgoing: ServerResponse, bytes: number) {
      if (!outgoing.destroyed) progressOf(outgoing).heldBytes = bytes;
    },
  };
}

interface Progress {
  /** Unsent bytes at the last sweep. */
  bytes: number;
  /** Seconds since the client last read. */
  stalledS: number;
  heldBytes: number;
}

/** Middleware that limits the responses to clients. The dashboard reads the responses to its own requests. */
export function limitResponses(
  unsent: UnsentResponses,
): MiddlewareHandler<{ Bindings: HttpBindings & { readonly internalCaller?: unknown } }> {
  return async (c, next) => {
    if (c.env.internalCaller !== undefined) return next();
    unsent.requireRoom();
    await next();
    unsent.add(c.env.outgoing);
  };
}
