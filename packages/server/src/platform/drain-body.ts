/**
 * Reads and discards the rest of a rejected request body, up to a limit. If the server closed the connection
 * while bytes are arriving, TCP would reset it and the client would not see the error response.
 */
import type { IncomingMessage } from "node:http";
import type { Clock } from "./clock.ts";
import { releaseBuffer } from "./memory.ts";

const MAX_BYTES = 16 * 1_024 * 1_024;
const MAX_MS = 2_000;

/** Resolves when the body has ended, or has reached the limit of bytes or time. */
export function drainRequest(incoming: IncomingMessage, clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = MAX_BYTES;
  const end = () => {
    cancel();
    resolve();
  };
  const cancel = clock.after(MAX_MS, end);
  incoming.on("data", (chunk: Buffer) => {
    left -= chunk.byteLength;
    releaseBuffer(chunk);
    if (left < 0) end();
  });
  incoming.once("close", end);
  incoming.once("end", end);
  incoming.resume();
  return promise;
}
