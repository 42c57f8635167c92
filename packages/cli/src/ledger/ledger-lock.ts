/** Allows one run per ledger, with a lock that the system releases when its holder dies. */
import { sqliteProblem, SqliteFile } from "../sqlite/sqlite-file.ts";
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

function lockPath(ledgerPath: string): string {
  return `${ledgerPath}.lock`;
}
