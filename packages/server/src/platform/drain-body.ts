/**
 * What is left of a body that was refused: it is read, up to a point, and nothing of it is kept. A connection
 * that is closed while bytes are still on their way is reset, and the sender would never see why.
 */
import type { IncomingMessage } from "node:http";
import type { Clock } from "./clock.ts";

const MAX_BYTES = 16 * 1_024 * 1_024;
const MAX_MS = 2_000;

/** Resolves when the sender has come to an end, or is far from it. */
export function passOver(incoming: IncomingMessage, clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = MAX_BYTES;
  const end = () => {
    forget();
    resolve();
  };
  const forget = clock.after(MAX_MS, end);
  incoming.on("data", (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) end();
  });
  incoming.once("close", end);
  incoming.once("end", end);
  incoming.resume();
  return promise;
}

/** The same for a body that is a stream already, and would be held up by whoever reads below it. */
export async function passOverStream(
  body: ReadableStream<Uint8Array> | null,
  clock: Clock,
): Promise<void> {
  if (body === null) return;
  const late = Promise.withResolvers<undefined>();
  const forget = clock.after(MAX_MS, () => late.resolve(undefined));
  const reader = body.getReader();
  // A sender that goes away comes to an end, too.
  const read = () => reader.read().catch(() => undefined);
  for (let left = MAX_BYTES; left >= 0;) {
    const step = await Promise.race([read(), late.promise]);
    if (step?.value === undefined) break;
    left -= step.value.byteLength;
  }
  forget();
}
