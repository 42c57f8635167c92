/** A file system of a few megabytes, in memory. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  readonly folder: string;
  resize(megabytes: number): void;
  remove(): void;
}

/**
 * A disk of `megabytes` on which `files` can be made, its own folder counted.
 *
 * @returns `undefined` where this process may not mount: outside Linux, without root, and in most containers.
 */
export function mountSmallDisk(megabytes: number, files = 10_000): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "intray-disk-"));
  const run = (command: string, ...words: string[]) =>
    execFileSync(command, words, { stdio: "ignore" });
  try {
    run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,nr_inodes=${files}`, "tmpfs", folder);
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    resize: (size) => void run("mount", "-o", `remount,size=${size}m`, folder),
    remove() {
      run("umount", "-l", folder);
      rmSync(folder, { recursive: true });
    },
  };
}
