/** Checks the folder of the ledgers and the free disk space. */
import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { EXIT, errorCode } from "../errors/failure.ts";
import { unusableFolder } from "../ledger/ledger-failure.ts";
import type { CheckResult } from "./finding.ts";
import { privacyProblem } from "./private-path.ts";

const MIB = 1_048_576;
/** What one pass may write: SQLite's write-ahead log until its checkpoint, and the growth of the file. */
const MIN_FREE_BYTES = 8 * MIB;
const LOW_FREE_BYTES = 100 * MIB;
/** `f_type` of statfs(2): NFS, SMB, SMB2, CIFS, AFS, Ceph. */
const NETWORK_TYPES: readonly number[] = [
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x5346414f, 0x00c36400,
];

/** Throws Failure 78 when the folder is not a folder or cannot be created. */
export function checkStateFolder(folder: string): CheckResult {
  try {
    if (!exists(folder)) return checkParent(folder);
    readdirSync(folder);
    return (
      privacyProblem(folder, "folder") ?? { state: "ok", message: `Ledgers are in ${folder}.` }
    );
  } catch (error) {
    throw unusableFolder(folder, error as NodeJS.ErrnoException);
  }
}

/** The first run creates the folder, so its nearest existing parent must be writable. */
function checkParent(folder: string): CheckResult {
  accessSync(nearestExisting(folder), constants.W_OK | constants.X_OK);
  return { state: "ok", message: `The first run will create ${folder}.` };
}

/** The used members of the result of `statfs`. */
export interface Disk {
  readonly type: number;
  readonly bsize: number;
  readonly bavail: number;
  readonly files: number;
  readonly ffree: number;
}

/** The disk that the folder is on, or will be. */
export function readDisk(folder: string): Promise<Disk> {
  return statfs(nearestExisting(folder));
}

/** Checks free space, free inodes and the type of the file system. */
export function checkDisk({ type, bsize, bavail, files, ffree }: Disk): CheckResult {
  const free = bsize * bavail;
  const message = `${Math.floor(free / MIB).toLocaleString("en")} MiB are free for ledgers.`;
  if (files > 0 && ffree === 0) {
    return {
      state: "failed",
      message: "The disk of the ledgers has no free inode, so no file can be created.",
      hint: "Delete files that are not needed; the number of files matters, not their size.",
      exit: EXIT.outputFailed,
    };
  }
  if (free < MIN_FREE_BYTES) {
    return { state: "failed", message, hint: "Free some disk space.", exit: EXIT.outputFailed };
  }
  if (NETWORK_TYPES.includes(type)) {
    return {
      state: "warning",
      message: `${message} They are on a network file system.`,
      hint: "SQLite's locks and log are safe only on a local disk: set XDG_STATE_HOME to a local folder.",
    };
  }
  if (free < LOW_FREE_BYTES) {
    return { state: "warning", message, hint: "Free some disk space before it is full." };
  }
  return { state: "ok", message };
}

function nearestExisting(folder: string): string {
  let path = folder;
  while (!exists(path) && dirname(path) !== path) path = dirname(path);
  return path;
}

function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}
