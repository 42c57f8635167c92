/** Ledger files: opened private and durable, locked by one run, with their errors. Rejects files that are not ledgers. */
import { closeSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { SqliteFile, sqliteProblem } from "../sqlite/sqlite-file.ts";
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION, TO_VERSION_2 } from "./ledger-schema.ts";
import { EXIT, Failure, failure } from "../errors/failure.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** How long to wait for a reader such as `queue status`, which is short. */
const BUSY_MS = 2_000;

/** Creates the folder and the empty files of a ledger, readable only by their owner. */
export function prepareLedger(path: string): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    for (const file of [path, `${path}.lock`]) closeSync(openSync(file, "a", FILE_MODE));
  } catch (error) {
    throw unusableFolder(folder, error as NodeJS.ErrnoException);
  }
}

/**
 * Opens a prepared ledger for writing. An empty file becomes a ledger; any other file must be one.
 * The caller must hold the lock.
 */
export const openLedgerFile = (path: string): SqliteFile =>
  withLedgerFailures(path, () => {
    const database = new SqliteFile(path, { busyMs: BUSY_MS });
    try {
      const isNew = !isLedger(database, path);
      database.pragma("journal_mode = wal");
      database.pragma("synchronous = full");
      if (isNew) database.transaction(() => database.exec(SCHEMA));
      requireWhole(database, path);
      if (Number(database.pragma("user_version")) === 1) {
        database.transaction(() => database.exec(TO_VERSION_2));
      }
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });

/** Opens a ledger for reading; `undefined` if the file is still empty. */
export const readLedgerFile = (path: string): SqliteFile | undefined =>
  withLedgerFailures(path, () => {
    const database = new SqliteFile(path, { isReadOnly: true, busyMs: BUSY_MS });
    try {
      if (isLedger(database, path)) return database;
      database.close();
      return undefined;
    } catch (error) {
      database.close();
      throw error;
    }
  });

/** Checks every page of a ledger. @throws Failure 65 if it is damaged. */
export function requireWholeLedger(path: string): void {
  withLedgerFailures(path, () => {
    const database = readLedgerFile(path);
    try {
      if (database !== undefined) requireWhole(database, path);
    } finally {
      database?.close();
    }
  });
}

function requireWhole(database: SqliteFile, path: string): void {
  if (database.pragma("quick_check(1)") !== "ok") throw damagedLedger(path, "is damaged");
}

/** Returns the paths of the ledgers in a folder, sorted by name; empty if the folder does not exist. */
export function ledgerPaths(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".db"))
      .toSorted()
      .map((name) => join(folder, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw unusableFolder(folder, error as NodeJS.ErrnoException);
  }
}

/** Whether the file is a ledger; `false` for an empty file. @throws Failure for any other file. */
function isLedger(database: SqliteFile, path: string): boolean {
  const read = (pragma: string) => Number(database.pragma(pragma));
  const version = read("user_version");
  if (read("application_id") !== APPLICATION_ID) {
    if (read("schema_version") === 0) return false;
    throw damagedLedger(path, "is not a ledger");
  }
  if (version > SCHEMA_VERSION) throw newerLedger(path, version, SCHEMA_VERSION);
  return true;
}

/** Covers the moment in which `queue status` checks the lock. */
const GRACE_MS = 200;

export type LedgerLock = { release(): void };

/**
 * Acquires the lock of a ledger: an exclusive transaction on a second database file, until it is released
 * or the process ends. Returns `undefined` if another process holds it.
 */
export function takeLock(ledgerPath: string): LedgerLock | undefined {
  const path = lockPath(ledgerPath);
  return withLedgerFailures(path, () => {
    const database = new SqliteFile(path, { busyMs: GRACE_MS });
    try {
      database.exec("begin exclusive");
    } catch (error) {
      database.close();
      if (sqliteProblem(error) === "busy") return undefined;
      throw error;
    }
    return { release: () => database.close() };
  });
}

/** Whether a process holds the lock now. */
export function isLocked(ledgerPath: string): boolean {
  const path = lockPath(ledgerPath);
  return withLedgerFailures(path, () => {
    let database: SqliteFile;
    try {
      database = new SqliteFile(path, { isReadOnly: true, busyMs: 0 });
    } catch {
      return false; // never locked
    }
    try {
      database.prepare("select count(*) from sqlite_master").get();
      return false;
    } catch (error) {
      if (sqliteProblem(error) === "busy") return true;
      throw error;
    } finally {
      database.close();
    }
  });
}

const lockPath = (ledgerPath: string): string => `${ledgerPath}.lock`;

const MOVE_AWAY =
  "Move it away to start a new one. All submissions that are still unread are then handled again.";

/** The file is not a ledger, or its content is inconsistent. */
export const damagedLedger = (path: string, what: string, cause?: unknown): Failure =>
  failure("ledger_damaged", `The ledger ${path} ${what}.`, { hint: MOVE_AWAY, cause });

function newerLedger(path: string, version: number, known: number): Failure {
  return failure(
    "ledger_newer",
    `The ledger ${path} has version ${version}, but this program supports versions up to ${known}.`,
    { hint: "Install the newer intray version that wrote it, or move the ledger away." },
  );
}

/** The folder for ledgers cannot be used. */
export function unusableFolder(folder: string, cause: NodeJS.ErrnoException): Failure {
  const isFull = cause.code === "ENOSPC" || cause.code === "EDQUOT";
  return new Failure({
    exit: isFull ? EXIT.outputFailed : EXIT.badConfiguration,
    code: "state_folder_unusable",
    message: `The folder for the queue's ledgers, ${folder}, is not writable: ${cause.message}.`,
    hint: isFull ? "Free disk space." : "Set XDG_STATE_HOME to a folder that you can write to.",
    cause,
  });
}

/** Runs `act` and converts errors of SQLite to failures of the ledger. */
export function withLedgerFailures<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw ledgerFailure(path, error);
  }
}

/** Converts an error of SQLite to a failure of the ledger. Returns other errors unchanged. */
export function ledgerFailure(path: string, error: unknown): unknown {
  const problem = sqliteProblem(error);
  if (problem === undefined) return error;
  const { message } = error as Error;
  switch (problem) {
    case "not a database":
      return damagedLedger(path, "is not a ledger", error);
    case "corrupt":
      return damagedLedger(path, "is damaged", error);
    case "constraint":
      return damagedLedger(path, `rejected a change (${message})`, error);
    case "full":
    case "i/o":
      return failure("ledger_not_written", `The ledger ${path} cannot be written: ${message}.`, {
        hint: "Check the disk. Nothing was acknowledged that is not in the ledger.",
        cause: error,
      });
    case "cannot open":
    case "read-only":
      return failure("ledger_not_opened", `The ledger ${path} cannot be opened: ${message}.`, {
        hint: "It must be a file that you can read and write.",
        cause: error,
      });
    case "busy":
    case "other":
      return error;
  }
}
