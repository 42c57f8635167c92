/**
 * Reads and discards the rest of a rejected request body, up to a limit. If the server closed the connection
 * while bytes are arriving, TCP would reset it and the client would not see the error response.
 */
import type { IncomingMessage } from "node:http";
import type { Clock } from "./clock.ts";

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
    if (left < 0) end();
  });
  incoming.once("close", end);
  incoming.once("end", end);
  incoming.resume();
  return promise;
}

/** The same for a body that has already been turned into a web stream. */
export async function drainStream(
  body: ReadableStream<Uint8Array> | null,
  clock: Clock,
): Promise<void> {
  if (body === null) return;
  const timeout = Promise.withResolvers<undefined>();
  const cancel = clock.after(MAX_MS, () => timeout.resolve(undefined));
  const reader = body.getReader();
  // A client that disconnects ends the body.
  const read = () => reader.read().catch(() => undefined);
  for (let left = MAX_BYTES; left >= 0;) {
    const step = await Promise.race([read(), timeout.promise]);
    if (step?.value === undefined) break;
    left -= step.value.byteLength;
  }
  cancel();
}
