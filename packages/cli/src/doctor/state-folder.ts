/** Whether the folder of the ledgers is there and can be used, and whether there is room. */
import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { EXIT } from "../errors/exit-codes.ts";
import { errorCode } from "../errors/error-code.ts";
import { unusableFolder } from "../ledger/ledger-failure.ts";
import type { CheckResult } from "./finding.ts";
import { privacyProblem } from "./private-path.ts";

const MIB = 1_048_576;
/** What a pass may write before SQLite folds its log into the file, and the file's own growth. */
const MIN_BYTES = 8 * MIB;
const FEW_BYTES = 100 * MIB;
/** `f_type` of statfs(2): NFS, SMB, SMB2, CIFS, AFS, Ceph. */
const NETWORK_TYPES: readonly number[] = [
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x5346414f, 0x00c36400,
];

/** @throws Failure 78 for a folder that is something else or cannot be made. */
export function checkStateFolder(folder: string): CheckResult {
  try {
    if (!isThere(folder)) return lookAbove(folder);
    readdirSync(folder);
    return (
      privacyProblem(folder, "folder") ?? { state: "ok", message: `Ledgers are in ${folder}.` }
    );
  } catch (error) {
    throw unusableFolder(folder, error as NodeJS.ErrnoException);
  }
}

/** The first run makes it, so whatever is there above it has to be writable. */
function lookAbove(folder: string): CheckResult {
  accessSync(nearest(folder), constants.W_OK | constants.X_OK);
  return { state: "ok", message: `The first run will make ${folder}.` };
}

/** What `statfs` says of the disk; the numbers that count. */
export interface Disk {
  readonly type: number;
  readonly bsize: number;
  readonly bavail: number;
  readonly files: number;
  readonly ffree: number;
}

/** The disk that the folder is on, or will be. */
export function readDisk(folder: string): Promise<Disk> {
  return statfs(nearest(folder));
}

/** Whether ledgers can be written on it, and trusted. */
export function checkDisk({ type, bsize, bavail, files, ffree }: Disk): CheckResult {
  const free = bsize * bavail;
  const message = `${Math.floor(free / MIB).toLocaleString("en")} MiB are free for ledgers.`;
  if (files > 0 && ffree === 0) {
    return {
      state: "failed",
      message: "The disk of the ledgers has no inode left, so no file can be made.",
      hint: "Remove files that nobody needs; small ones count like large ones.",
      exit: EXIT.outputFailed,
    };
  }
  if (free < MIN_BYTES) {
    return { state: "failed", message, hint: "Make room on the disk.", exit: EXIT.outputFailed };
  }
  if (NETWORK_TYPES.includes(type)) {
    return {
      state: "warning",
      message: `${message} They are on a network file system.`,
      hint: "SQLite's locks and log are only safe on a disk of this machine: set XDG_STATE_HOME to one.",
    };
  }
  if (free < FEW_BYTES) return { state: "warning", message, hint: "Make room before it is full." };
  return { state: "ok", message };
}

function nearest(folder: string): string {
  let path = folder;
  while (!isThere(path) && dirname(path) !== path) path = dirname(path);
  return path;
}

function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}
