/** Limits on the answers of others: how long they take, and how many bytes they have. */
import type { Clock } from "./clock.ts";

interface TimeLimit {
  readonly clock: Pick<Clock, "after">;
  readonly ms: number;
  /** The error after that time. */
  readonly late?: () => Error;
}

/** Resolves to what `run` returns. @throws Error if that takes longer than `ms`, when the signal aborts. */
export async function withinTime<T>(
  run: (signal: AbortSignal) => T | Promise<T>,
  { clock, ms, late = () => new Error(`no answer within ${ms / 1_000} s`) }: TimeLimit,
): Promise<T> {
  const abort = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(ms, () => {
    const error = late();
    reject(error);
    abort.abort(error);
  });
  try {
    return await Promise.race([run(abort.signal), promise]);
  } finally {
    cancel();
  }
}

/** All bytes; `undefined` if there are more than `most`, of which the rest is not read. */
export async function readAtMost(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
): Promise<Buffer | undefined> {
  const read: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > most) return undefined;
    // The memory of a piece may be used again for the next one.
    read.push(Buffer.from(piece));
  }
  return Buffer.concat(read);
}
