/** Flushes a file, or the entries of a folder, to the disk. */
import { closeSync, fsyncSync, openSync } from "node:fs";

export function syncToDisk(path: string): void {
  const opened = openSync(path, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
