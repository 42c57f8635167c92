import { expect, it } from "vitest";
import { checkDisk } from "./state-folder.ts";
import type { Disk } from "./state-folder.ts";

const EXT4 = 0xef53;
const NFS = 0x6969;
const ROOMY: Disk = { type: EXT4, bsize: 4_096, bavail: 1_000_000, files: 100, ffree: 50 };

it.each<[string, Partial<Disk>, string, string]>([
  ["room enough", {}, "ok", "3,906 MiB are free"],
  ["little room", { bavail: 10_000 }, "warning", "39 MiB are free"],
  ["no room", { bavail: 1_000 }, "failed", "3 MiB are free"],
  ["no inode left", { ffree: 0 }, "failed", "no inode left"],
  ["a file system without inodes", { files: 0, ffree: 0 }, "ok", "MiB are free"],
  ["a network file system", { type: NFS }, "warning", "network file system"],
  ["a network file system that is full", { type: NFS, bavail: 0 }, "failed", "0 MiB are free"],
])("%s", (_, disk, state, words) => {
  expect(checkDisk({ ...ROOMY, ...disk })).toMatchObject({
    state,
    message: expect.stringContaining(words),
    ...(state === "failed" && { exit: 74 }),
  });
});
