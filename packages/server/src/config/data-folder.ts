/** Creates, checks and locks the data folder before anything else starts. */
import { accessSync, chmodSync, constants, existsSync, mkdirSync } from "node:fs";
import type { Database } from "../store/store.ts";
import { type FolderLock, lockFile, lockFolder } from "../store/sqlite/lock.ts";
import { messageOf } from "../platform/errors.ts";

/**
 * @param isDry Creates and changes nothing; a folder that is missing is not an error.
 * @throws Error with a message for the operator if the folder cannot be created or written, or if another
 *   server uses it.
 */
export function openDataFolder(folder: string, { kind }: Database, isDry = false): FolderLock {
  if (isDry && !existsSync(folder)) return NO_LOCK;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unusable(folder, cause);
  }
  try {
    if (!isDry) chmodSync(folder, 0o700);
    // An older version has created it with more rights.
    if (!isDry) chmodSync(lockFile(folder), 0o600);
  } catch {
    // The folder of another user is accepted if it is writable, and there is no lock yet at the first start.
  }
  // Processes on one PostgreSQL may share the folder.
  if (kind === "postgres" || (isDry && !existsSync(lockFile(folder)))) return NO_LOCK;
  try {
    return lockFolder(folder);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && String(cause.code).startsWith("SQLITE_")) {
      throw unusable(folder, cause);
    }
    throw cause;
  }
}

const NO_LOCK: FolderLock = { release: () => undefined };

function unusable(folder: string, cause: unknown): Error {
  return new Error(
    `The data folder ${folder} cannot be used (${messageOf(cause)}). Give this user write permission, or set INTRAY_DATA_DIR to another folder.`,
    { cause },
  );
}
