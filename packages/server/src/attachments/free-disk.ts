/** Whether a disk has room left for files: the last of it is kept for what has none. */
import { statfs } from "node:fs/promises";
import type { Clock } from "../platform/clock.ts";

/** So long one look at the disk is believed. */
const BELIEVED_MS = 1_000;

/** @returns What resolves to whether more than `minFreeBytes` are free where `folder` lies. */
export function watchFreeDisk(
  folder: string,
  minFreeBytes: number,
  clock: Clock,
): () => Promise<boolean> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(true);
  return () => {
    const now = clock.now();
    // Clocks may step back.
    if (now - lookedAt >= BELIEVED_MS || now < lookedAt) {
      lookedAt = now;
      answer = freeBytes(folder).then((free) => free > minFreeBytes);
    }
    return answer;
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
