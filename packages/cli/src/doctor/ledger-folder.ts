/** Checks the folder and the files of ledgers: their owner and permissions, damage, and the free disk space. */
import { accessSync, constants, readdirSync, statSync, existsSync, type StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { EXIT, errorCode, errorReason } from "../errors/failure.ts";
import { unusableFolder, ledgerPaths, requireWholeLedger } from "../ledger/ledger-file.ts";
import { failed, ok, warning, type CheckResult } from "./doctor-command.ts";
import { readLedgers, type LedgerStatus } from "../ledger/ledger-report.ts";

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
    return privacyProblem(folder, "folder") ?? ok(`Ledgers are in ${folder}.`);
  } catch (error) {
    throw unusableFolder(folder, error as NodeJS.ErrnoException);
  }
}

/** The first run creates the folder, so its nearest existing parent must be writable. */
function checkParent(folder: string): CheckResult {
  accessSync(nearestExisting(folder), constants.W_OK | constants.X_OK);
  return ok(`The first run will create ${folder}.`);
}

/** The used members of the result of `statfs`. */
export type Disk = Pick<StatsFs, "type" | "bsize" | "bavail" | "files" | "ffree">;

/** The disk that the folder is on, or will be. */
export const readDisk = (folder: string): Promise<Disk> => statfs(nearestExisting(folder));

/** Checks free space, free inodes and the type of the file system. */
export function checkDisk({ type, bsize, bavail, files, ffree }: Disk): CheckResult {
  const free = bsize * bavail;
  const message = `${Math.floor(free / MIB).toLocaleString("en")} MiB are free for ledgers.`;
  if (files > 0 && ffree === 0) {
    return failed(
      EXIT.outputFailed,
      "The disk of the ledgers has no free inode, so no file can be created.",
      "Delete files that are not needed; the number of files matters, not their size.",
    );
  }
  if (free < MIN_FREE_BYTES) {
    return failed(EXIT.outputFailed, message, "Free some disk space.");
  }
  if (NETWORK_TYPES.includes(type)) {
    return warning(
      `${message} They are on a network file system.`,
      "SQLite's locks and log are safe only on a local disk: set XDG_STATE_HOME to a local folder.",
    );
  }
  if (free < LOW_FREE_BYTES) {
    return warning(message, "Free some disk space before it is full.");
  }
  return ok(message);
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

/** Throws Failure 65 for a corrupt ledger. */
export function checkLedgers(folder: string, origin: string): CheckResult {
  const paths = ledgerPaths(folder);
  if (paths.length === 0) return ok("No queue has run on this machine yet.");
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return failed(
      EXIT.outputFailed,
      `The folder of the ledgers, ${folder}, is not writable.`,
      "Make it writable, or set XDG_STATE_HOME to a writable folder.",
    );
  }
  const ledgers = readLedgers(folder, origin);
  const died = ledgers.filter(hasDied);
  const dead = ledgers.reduce((sum, { counts }) => sum + (counts.dead ?? 0), 0);
  const counted = `${paths.length} ${paths.length === 1 ? "ledger is" : "ledgers are"} intact`;
  if (died.length > 0) {
    return warning(
      `${counted}; the last run of ${died.length} crashed.`,
      "It was killed, or the machine went down. The next run continues its work; see intray queue doctor.",
    );
  }
  if (dead > 0) {
    return warning(
      `${counted}; ${dead} ${dead === 1 ? "submission is" : "submissions are"} dead.`,
      "intray queue list --state dead lists them, intray queue retry retries them.",
    );
  }
  return ok(`${counted}.`);
}

const hasDied = ({ lastRun, isLocked }: LedgerStatus) =>
  lastRun !== undefined && lastRun.ended === undefined && !isLocked;

/** The database, its write-ahead log and shared memory, and the lock. */
const ENDINGS = ["", "-wal", "-shm", ".lock"] as const;

/** Throws Failure 65 for a corrupt ledger, 78 for one that cannot be opened. */
export function checkLedgerFiles(path: string): CheckResult {
  const files = ENDINGS.map((ending) => path + ending).filter((file) => existsSync(file));
  for (const file of files) {
    const problem = privacyProblem(file, "file");
    if (problem !== undefined) return problem;
  }
  requireWholeLedger(path);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return ok(`${path} is intact, ${Math.ceil(bytes / 1_024)} KiB.`);
}

const OTHERS = 0o077;
const MODES = { file: "600", folder: "700" } as const;

/** The problem with owner or permissions; `undefined` without one. Throws the error of `stat`. */
function privacyProblem(path: string, kind: "file" | "folder"): CheckResult | undefined {
  const { uid, mode } = statSync(path);
  const enter = kind === "folder" ? constants.X_OK : 0;
  try {
    accessSync(path, constants.R_OK | constants.W_OK | enter);
  } catch (error) {
    return failed(
      EXIT.badConfiguration,
      `${path} cannot be read and written by this user (${errorReason(error)}).`,
      "Run the queue as the owner, or change the owner with chown.",
    );
  }
  const own = process.getuid?.();
  if (own === undefined) return undefined; // Windows reports neither modes nor owners
  if (uid !== own) {
    return warning(
      `${path} belongs to user ${uid}, but this is user ${own}.`,
      "Always run the queue as the same user: files of one user may not be writable for another.",
    );
  }
  if ((mode & OTHERS) === 0) return undefined;
  return warning(
    `${path} is open to other users (mode ${(mode & 0o777).toString(8)}).`,
    `chmod ${MODES[kind]} '${path}'`,
  );
}
