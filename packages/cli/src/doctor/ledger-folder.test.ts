import { checkDisk, type Disk } from "./ledger-folder.ts";

const EXT4 = 0xef53;
const NFS = 0x6969;
const ROOMY: Disk = { type: EXT4, bsize: 4_096, bavail: 1_000_000, files: 100, ffree: 50 };

it.each<[string, Partial<Disk>, string, string]>([
  ["a disk with enough space", {}, "ok", "3,906 MiB are free"],
  ["a disk with little space", { bavail: 10_000 }, "warning", "39 MiB are free"],
  ["a full disk", { bavail: 1_000 }, "failed", "3 MiB are free"],
  ["a disk without free inodes", { ffree: 0 }, "failed", "no free inode"],
  ["a file system without inodes", { files: 0, ffree: 0 }, "ok", "MiB are free"],
  ["a network file system", { type: NFS }, "warning", "network file system"],
  ["a network file system that is full", { type: NFS, bavail: 0 }, "failed", "0 MiB are free"],
])("checkDisk %s has the right state", (_, disk, state, text) => {
  expect(checkDisk({ ...ROOMY, ...disk })).toMatchObject({
    state,
    message: expect.stringContaining(text),
    ...(state === "failed" && { exit: 74 }),
  });
});
