/** Allows one server per SQLite file, with a lock that the system releases when the process dies. */
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";

export type FolderLock = { release(): void };

export const lockFile = (folder: string): string => join(folder, "intray.lock");

/**
 * Locks the data folder for this process, by an open transaction on a second database file.
 *
 * @throws Error if another server has locked the folder.
 */
export function lockFolder(folder: string): FolderLock {
  const file = lockFile(folder);
  // SQLite gives its journal the mode of the file.
  closeSync(openSync(file, "a", 0o600));
  const lock = new SQLite(file, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (error instanceof SQLite.SqliteError && error.code === "SQLITE_BUSY") {
      throw new Error(
        `Another Intray server is using ${folder}. Stop it, or set INTRAY_DATA_DIR to another folder. Several servers on one database need PostgreSQL.`,
        { cause: error },
      );
    }
    throw error;
  }
  return { release: () => void lock.close() };
}
