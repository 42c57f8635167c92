/** Checks that a disk has space left for files: the last bytes are reserved for posts without files. */
import { statfs } from "node:fs/promises";
import { type Clock, plusMs } from "../platform/clock.ts";

const CACHE_MS = 1_000;

/** @returns A function that resolves to whether more than `minFreeBytes` are free on the disk of `folder`. */
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
      result = freeBytes(folder).then((free) => free > minFreeBytes);
    }
    return result;
  };
}

/** Bytes that may still be written to the disk of `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
