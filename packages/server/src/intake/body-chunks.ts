/**
 * Reads the body of an upload chunk by chunk. Requesting the next chunk releases the memory of the previous
 * one: left to the garbage collector, which cannot tell how short-lived these buffers are, uploads take more
 * CPU and many times the memory (decision 0113).
 */
import type { IncomingMessage } from "node:http";
import type { Semaphore } from "../attachments/semaphore.ts";
import { interruptedBody } from "./read-body.ts";
import { uploadTooLarge } from "./limits.ts";

/** Resolves to the next piece, `undefined` at the end. Each call invalidates the piece returned before. */
export type Pull = () => Promise<Buffer | undefined>;

export interface BodyChunks {
  /** @throws AppError `too_large` once more than `maxBytes` arrived; `malformed` if the sender disconnects. */
  readonly pull: Pull;
  /**
   * From the next chunk on, acquires a slot once a chunk has arrived and releases it when the next chunk is
   * requested. No slot is held while waiting for the sender, and nothing is read while waiting for a slot.
   */
  readonly limitBy: (slots: Semaphore | undefined) => void;
  /** Releases the slot and stops reading, so that other code can read the rest of the request. */
  readonly stop: () => void;
}

/** Never destroys the request, because the response still uses its socket. */
export function bodyChunks(incoming: IncomingMessage, maxBytes: number): BodyChunks {
  let size = 0;
  let current: Buffer | undefined;
  let slots: Semaphore | undefined;
  let hasSlot = false;
  let isStopped = false;
  let wake = () => {};
  const onChange = () => wake();
  for (const event of CHANGES) incoming.on(event, onChange);

  function release(): void {
    if (current !== undefined) releaseMemory(current);
    current = undefined;
    if (hasSlot) slots?.release();
    hasSlot = false;
  }

  async function next(): Promise<Buffer | undefined> {
    for (;;) {
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
      if (incoming.readableLength === 0) await new Promise<void>((resolve) => (wake = resolve));
    }
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
    limitBy(semaphore) {
      slots = semaphore;
    },
    async pull() {
      release();
      current = await next();
      size += current?.byteLength ?? 0;
      if (size > maxBytes) throw uploadTooLarge(maxBytes);
      return current;
    },
    stop() {
      isStopped = true;
      release();
      for (const event of CHANGES) incoming.off(event, onChange);
    },
  };
}

const CHANGES = ["readable", "end", "close", "error"] as const;

/** Detaches the memory, unless the chunk is a slice of a larger buffer that other code still uses. */
function releaseMemory({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
