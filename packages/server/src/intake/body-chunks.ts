/**
 * The body of an upload as it arrives. The memory of each chunk is given back as soon as the next one is
 * asked for: left to the garbage collector, which counts such memory but does not see how short-lived it
 * is, uploads would keep it busy and still hold many times what they need (decision 0113).
 */
import type { IncomingMessage } from "node:http";
import { brokenOff } from "./read-body.ts";
import { uploadTooLarge } from "./limits.ts";

/** Waits for the next piece; `undefined` = there is none. Asking for it ends the one given before. */
export type Pull = () => Promise<Buffer | undefined>;

export interface BodyChunks {
  /** @throws AppError `too_large` as soon as `maxBytes` are passed; `malformed` when the sender goes away. */
  readonly pull: Pull;
  /** Lets go of the request, which may then be read on by others. */
  readonly stop: () => void;
}

/** Does not destroy the request, which the answer needs. */
export function bodyChunks(incoming: IncomingMessage, maxBytes: number): BodyChunks {
  let size = 0;
  let given: Buffer | undefined;
  let wake = () => {};
  const onChange = () => wake();
  for (const event of CHANGES) incoming.on(event, onChange);

  async function next(): Promise<Buffer | undefined> {
    for (;;) {
      const chunk: unknown = incoming.read();
      if (Buffer.isBuffer(chunk)) return chunk;
      if (incoming.complete) return undefined;
      if (incoming.destroyed) throw brokenOff();
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  return {
    async pull() {
      if (given !== undefined) giveBack(given);
      given = undefined;
      const chunk = await next();
      size += chunk?.byteLength ?? 0;
      if (size > maxBytes) throw uploadTooLarge(maxBytes);
      given = chunk;
      return chunk;
    },
    stop() {
      for (const event of CHANGES) incoming.off(event, onChange);
    },
  };
}

const CHANGES = ["readable", "end", "close", "error"] as const;

/** What is cut from a larger piece stays: others use the rest of it. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
