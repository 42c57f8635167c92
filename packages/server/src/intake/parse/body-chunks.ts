/**
 * Reads the body of an upload chunk by chunk. Requesting the next chunk releases the memory of the previous
 * one: left to the garbage collector, which cannot tell how short-lived these buffers are, uploads take more
 * CPU and many times the memory (docs/contribute/decisions/intake.md#memory-of-uploads).
 */
import type { IncomingMessage } from "node:http";
import type { Semaphore } from "../../attachments/semaphore.ts";
import type { OpenBody } from "../../bodies/open-bodies.ts";
import { interruptedBody } from "../../bodies/read-body.ts";
import type { AppError } from "../../domain/errors.ts";
import { releaseBuffer } from "../../platform/memory.ts";
import { uploadTooLarge } from "./limits.ts";

/** Resolves to the next piece, `undefined` at the end. Each call invalidates the piece returned before. */
export type Pull = () => Promise<Buffer | undefined>;

export type BodyChunks = ReturnType<typeof bodyChunks>;

/** Never destroys the request, because the response still uses its socket. */
export function bodyChunks(incoming: IncomingMessage, maxBytes: number, body: OpenBody) {
  let size = 0;
  let current: Buffer | undefined;
  let slots: Semaphore | undefined;
  let hasSlot = false;
  let isStopped = false;
  let rejection: AppError | undefined;
  let wake = () => {};
  const onChange = () => wake();
  body.isWaiting = false;
  body.whenRejected((error) => {
    rejection = error;
    wake();
  });
  for (const event of CHANGES) incoming.on(event, onChange);

  function release(): void {
    if (current !== undefined) releaseBuffer(current);
    current = undefined;
    if (hasSlot) slots?.release();
    hasSlot = false;
  }

  async function next(): Promise<Buffer | undefined> {
    for (;;) {
      if (rejection !== undefined) throw rejection;
      if (incoming.readableLength > 0) {
        if (slots !== undefined) await acquireSlot(slots);
        const chunk: unknown = incoming.read();
        if (Buffer.isBuffer(chunk)) return chunk;
        release();
      }
      // Makes Node read more, or detect the end.
      incoming.read(0);
      if (incoming.complete && incoming.readableLength === 0) return undefined;
      if (incoming.destroyed) throw interruptedBody();
      if (incoming.readableLength === 0) await waitForSender();
    }
  }

  async function waitForSender(): Promise<void> {
    body.isWaiting = true;
    await new Promise<void>((resolve) => (wake = resolve));
    body.isWaiting = false;
  }

  async function acquireSlot(semaphore: Semaphore): Promise<void> {
    await semaphore.acquire();
    hasSlot = true;
    if (!isStopped) return;
    // Stopped while waiting: no further pull would release the slot.
    release();
    throw interruptedBody();
  }

  return {
    /**
     * From the next chunk on, acquires a slot once a chunk has arrived and releases it when the next chunk is
     * requested. No slot is held while waiting for the sender, and nothing is read while waiting for a slot.
     * Called at the first file: from then on the body may take longer.
     */
    limitBy: (semaphore: Semaphore | undefined) => {
      body.expectFiles();
      slots = semaphore;
    },
    /**
     * @throws AppError `too_large` once more than `maxBytes` arrived; `malformed` if the sender disconnects;
     *   `timeout` or `overloaded` if the body is rejected.
     */
    pull: async () => {
      release();
      current = await next();
      const bytes = current?.byteLength ?? 0;
      size += bytes;
      body.arrived(bytes);
      if (size > maxBytes) throw uploadTooLarge(maxBytes);
      return current;
    },
    /** Releases the slot and stops reading, so that other code can read the rest of the request. */
    stop: () => {
      isStopped = true;
      release();
      for (const event of CHANGES) incoming.off(event, onChange);
    },
  };
}

const CHANGES = ["readable", "end", "close", "error"] as const;
