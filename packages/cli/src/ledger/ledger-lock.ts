/** Allows one run per ledger, with a lock that the system releases when its holder dies. */
import SqliteDatabase from "better-sqlite3";
import { withLedgerFailures } from "./ledger-failure.ts";

/** Covers the moment in which `queue status` checks the lock. */
const GRACE_MS = 200;

/** An acquired lock. */
export interface LedgerLock {
  release(): void;
}

/**
 * Acquires the lock of a ledger: an exclusive transaction on a second database file, until it is released
 * or the process ends. Returns `undefined` if another process holds it.
 */
export function takeLock(ledgerPath: string): LedgerLock | undefined {
  const path = lockPath(ledgerPath);
  return withLedgerFailures(path, () => {
    const database = new SqliteDatabase(path, { timeout: GRACE_MS });
    try {
      database.exec("begin exclusive");
    } catch (error) {
      database.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
    return { release: () => void database.close() };
  });
}

/** Whether a process holds the lock now. */
export function isLocked(ledgerPath: string): boolean {
  const path = lockPath(ledgerPath);
  return withLedgerFailures(path, () => {
    let database: SqliteDatabase.Database;
    try {
      database = new SqliteDatabase(path, { readonly: true, fileMustExist: true, timeout: 0 });
    } catch {
      return false; // never locked
    }
    try {
      database.prepare("select count(*) from sqlite_master").get();
      return false;
    } catch (error) {
      if (isBusy(error)) return true;
      throw error;
    } finally {
      database.close();
    }
  });
}

function lockPath(ledgerPath: string): string {
  return `${ledgerPath}.lock`;
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith("SQLITE_BUSY");
}
