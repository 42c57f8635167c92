/** Checks that a disk has space left for files: the last bytes are reserved for posts without files. */
import { statfs } from "node:fs/promises";
import type { Clock } from "../platform/clock.ts";

const CACHE_MS = 1_000;

/** @returns A function that resolves to whether more than `minFreeBytes` are free on the disk of `folder`. */
export function watchFreeDisk(
  folder: string,
  minFreeBytes: number,
  clock: Clock,
): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let result = Promise.resolve(true);
  return () => {
    const now = clock.now();
    // The second condition: clocks may step back.
    if (now - checkedAt >= CACHE_MS || now < checkedAt) {
      checkedAt = now;
      result = freeBytes(folder).then((free) => free > minFreeBytes);
    }
    return result;
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
