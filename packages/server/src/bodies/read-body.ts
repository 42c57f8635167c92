/** Reads bodies without files into memory, up to a limit, and within the limits of all bodies. */
import type { IncomingMessage } from "node:http";
import { AppError } from "../domain/errors.ts";
import type { OpenBody, OpenBodies } from "./open-bodies.ts";
import { releaseBuffer } from "../platform/memory.ts";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { drainRequest } from "../platform/drain-body.ts";
import type { Clock } from "../platform/clock.ts";

type SizeLimit = { readonly maxBytes: number; readonly tooLarge: (maxBytes: number) => AppError };

/**
 * The memory counts for `body` until it is closed.
 *
 * @throws `tooLarge(maxBytes)` at once by Content-Length, otherwise as soon as the limit is exceeded;
 *   AppError `malformed` if the sender disconnects; `timeout` or `overloaded` if `body` is rejected.
 */
export function readBody(
  incoming: IncomingMessage,
  { maxBytes, tooLarge }: SizeLimit,
  body: OpenBody,
): Promise<Buffer> {
  requireLength(incoming, maxBytes, tooLarge);
  return new Promise((resolve, reject) => {
    const collected = collectBytes();
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxBytes) {
        fail(tooLarge(maxBytes));
        return;
      }
      collected.push(chunk);
      body.arrived(chunk.byteLength);
      body.keep(chunk.byteLength);
    };
    const fail = (error: AppError) => {
      incoming.off("data", onData);
      collected.release();
      reject(error);
    };
    incoming.on("data", onData);
    incoming.once("end", () => {
      body.complete();
      resolve(collected.bytes());
    });
    const onInterruption = () => {
      if (!incoming.readableEnded) fail(interruptedBody());
    };
    incoming.once("close", onInterruption);
    incoming.once("error", onInterruption);
    body.whenRejected(fail);
  });
}

/** @throws `tooLarge(maxBytes)` if Content-Length exceeds `maxBytes`. */
export function requireLength(
  incoming: IncomingMessage,
  maxBytes: number,
  tooLarge: (limit: number) => AppError,
): void {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

export const interruptedBody = (): AppError =>
  new AppError(
    "malformed",
    "The connection closed before the end of the post; nothing was stored. Send it again.",
  );

/** Pieces that are joined to one block at a time: a body sent byte by byte must not keep a Buffer per byte. */
const MAX_PIECES = 1_024;

/** Joins bytes that arrive in pieces. */
export function collectBytes() {
  const blocks: Buffer[] = [];
  let pieces: Buffer[] = [];
  return {
    push(piece: Buffer) {
      pieces.push(piece);
      if (pieces.length < MAX_PIECES) return;
      blocks.push(join(pieces));
      pieces = [];
    },
    /** All pushed bytes; the collector is empty afterwards. */
    bytes() {
      const [first] = pieces;
      if (blocks.length === 0 && pieces.length === 1 && first !== undefined) {
        pieces = [];
        return first;
      }
      return join([...blocks.splice(0), ...pieces.splice(0)]);
    },
    /** Drops the pushed bytes and releases their memory at once, which the garbage collector does much later. */
    release() {
      for (const buffer of [...blocks.splice(0), ...pieces.splice(0)]) releaseBuffer(buffer);
    },
  };
}

function join(buffers: readonly Buffer[]): Buffer {
  const whole = Buffer.concat(buffers);
  for (const buffer of buffers) releaseBuffer(buffer);
  return whole;
}

interface BodyReaderParts {
  readonly bodies: OpenBodies;
  readonly clock: Clock;
  readonly clientAddress: (incoming: IncomingMessage) => string | null;
}

/**
 * Reads a body before the request is handled; its memory counts until the response is there. Requests that the
 * dashboard makes in this process have no body to receive. The first of several limits on a path applies.
 *
 * @throws AppError, after the rest of the body was discarded.
 */
export function readBodies(
  { bodies, clock, clientAddress }: BodyReaderParts,
  limit: SizeLimit,
): MiddlewareHandler<{ Bindings: HttpBindings & { readonly internalCaller?: unknown } }> {
  return async (c, next) => {
    const { incoming, internalCaller } = c.env;
    const isRead = internalCaller !== undefined || "rawBody" in incoming;
    if (isRead || !expectsBody(incoming)) return next();
    const body = bodies.open(clientAddress(incoming));
    try {
      // The adapter reads this property in place of the request.
      Object.assign(incoming, { rawBody: await received(incoming) });
      return await next();
    } finally {
      body.close();
    }

    async function received(from: IncomingMessage): Promise<Buffer> {
      try {
        return await readBody(from, limit, body);
      } catch (error) {
        await drainRequest(from, clock);
        throw error;
      }
    }
  };
}

/** The adapter gives GET and HEAD requests no body. */
function expectsBody({ method, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
