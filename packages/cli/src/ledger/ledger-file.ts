/** Opens ledger files: private and durable. Rejects files that are not ledgers. */
import { closeSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { SqliteFile } from "../sqlite/sqlite-file.ts";
import {
  damagedLedger,
  newerLedger,
  unusableFolder,
  withLedgerFailures,
} from "./ledger-failure.ts";
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION, TO_VERSION_2 } from "./ledger-schema.ts";

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
export function openLedgerFile(path: string): SqliteFile {
  return withLedgerFailures(path, () => {
    const database = new SqliteFile(path, { busyMs: BUSY_MS });
    try {
      if (!isLedger(database, path)) {
        database.pragma("journal_mode = wal");
        database.transaction(() => database.exec(SCHEMA));
      }
      database.pragma("journal_mode = wal");
      database.pragma("synchronous = full");
      if (database.pragma("quick_check(1)") !== "ok") {
        throw damagedLedger(path, "is damaged");
      }
      if (Number(database.pragma("user_version")) === 1) {
        database.transaction(() => database.exec(TO_VERSION_2));
      }
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Opens a ledger for reading; `undefined` if the file is still empty. */
export function readLedgerFile(path: string): SqliteFile | undefined {
  return withLedgerFailures(path, () => {
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
}

/** Checks every page of a ledger. @throws Failure 65 if it is damaged. */
export function requireWholeLedger(path: string): void {
  withLedgerFailures(path, () => {
    const database = readLedgerFile(path);
    try {
      const answer = database?.pragma("quick_check(1)") ?? "ok";
      if (answer !== "ok") throw damagedLedger(path, "is damaged");
    } finally {
      database?.close();
    }
  });
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
