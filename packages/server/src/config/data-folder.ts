/** Creates, checks and locks the data folder before anything else starts. */
import { accessSync, chmodSync, constants, mkdirSync } from "node:fs";
import type { Database } from "../store/store.ts";
import { type FolderLock, lockFolder } from "../store/sqlite/lock.ts";

/**
 * @throws Error with a message for the operator if the folder cannot be created or written, or if another
 *   server uses it.
 */
export function openDataFolder(folder: string, { kind }: Database): FolderLock {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unusable(folder, cause);
  }
  try {
    chmodSync(folder, 0o700);
  } catch {
    // The folder of another user is accepted if it is writable.
  }
  // Processes on one PostgreSQL may share the folder.
  if (kind === "postgres") return { release: () => undefined };
  try {
    return lockFolder(folder);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && String(cause.code).startsWith("SQLITE_")) {
      throw unusable(folder, cause);
    }
    throw cause;
  }
}

function unusable(folder: string, cause: unknown): Error {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `The data folder ${folder} cannot be used (${detail}). Give this user write permission, or set INTRAY_DATA_DIR to another folder.`,
    { cause },
  );
}
