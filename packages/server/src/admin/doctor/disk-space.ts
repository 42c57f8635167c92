/** Checks the free space of the disks that the server writes to. */
import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "../../config/config.ts";
import { fileSize } from "../../platform/text/file-size.ts";
import type { CheckResult } from "./finding.ts";
import { nearestFolder } from "./folders.ts";

/** SQLite needs room for its write-ahead log. */
const MIN_FREE_BYTES = 64 * 1_024 * 1_024;
const LOW_BYTES = 1_024 ** 3;

export async function checkDiskSpace({
  dataDir,
  database,
  attachments,
}: Config): Promise<CheckResult> {
  const minFree = Math.max(
    MIN_FREE_BYTES,
    attachments.kind === "disk" ? attachments.minFreeBytes : 0,
  );
  const folders = [
    dataDir,
    ...(database.kind === "sqlite" ? [dirname(database.file)] : []),
    ...(attachments.kind === "disk" ? [attachments.folder] : []),
  ];
  const databaseBytes = database.kind === "sqlite" ? sizeOf(database.file) : 0;
  const said: string[] = [];
  for (const folder of new Set(folders.map(nearestFolder))) {
    const { bavail, bsize, files, ffree } = await statfs(folder);
    const free = bavail * bsize;
    const message = `${fileSize(free)} are free at ${folder}.`;
    if (files > 0 && ffree === 0) {
      return {
        state: "failed",
        message: `The disk of ${folder} can hold no more files (it has no free inodes).`,
        hint: "Delete files that are not needed, or use a larger disk.",
      };
    }
    if (free < minFree) {
      return {
        state: "failed",
        message,
        hint: `Free space: with less than ${fileSize(minFree)} posts may be refused (INTRAY_MIN_FREE_DISK).`,
      };
    }
    if (free < LOW_BYTES || free < databaseBytes) {
      return {
        state: "warning",
        message,
        hint: `Free space: a backup on this disk needs as much as the database, ${fileSize(databaseBytes)}.`,
      };
    }
    said.push(message);
  }
  return { state: "ok", message: said.join(" ") };
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
