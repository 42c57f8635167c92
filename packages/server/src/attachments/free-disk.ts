/** Checks that a disk has space left: of the last bytes most are reserved for posts without files, the others for no post. */
import { statfs } from "node:fs/promises";
import { type Clock, plusMs } from "../platform/clock.ts";

const CACHE_MS = 1_000;

/**
 * Returns a function that resolves to whether at least `minFreeBytes` are free on the disk of `folder`; true if that
 * cannot be read, since the write then tells why.
 */
export function watchFreeDisk(
  folder: string,
  minFreeBytes: number,
  clock: Clock,
): () => Promise<boolean> {
  let nextCheckAt = clock.monotonic();
  let result = Promise.resolve(true);
  return () => {
    const now = clock.monotonic();
    if (now >= nextCheckAt) {
      nextCheckAt = plusMs(now, CACHE_MS);
      result = freeBytes(folder).then(
        (free) => free >= minFreeBytes,
        () => true,
      );
    }
    return result;
  };
}

/** Bytes that may still be written to the disk of `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
