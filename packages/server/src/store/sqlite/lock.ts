/** One server a SQLite file: a lock that a killed process cannot leave behind. */
import { join } from "node:path";
import SQLite from "better-sqlite3";

export interface FolderLock {
  release(): void;
}

/**
 * Takes the data folder for this process by an open transaction on a second database file.
 *
 * @throws Error naming the folder when another server has it.
 */
export function lockFolder(folder: string): FolderLock {
  const lock = new SQLite(join(folder, "intray.lock"), { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (error instanceof SQLite.SqliteError && error.code === "SQLITE_BUSY") {
      throw new Error(
        `Another Intray server is using ${folder}. Stop it, or give this one a folder of its own with INTRAY_DATA_DIR; several servers on one database need PostgreSQL.`,
        { cause: error },
      );
    }
    throw error;
  }
  return { release: () => void lock.close() };
}
