/** The folder of a server's data: made, checked and locked before anything else starts. */
import { accessSync, chmodSync, constants, mkdirSync } from "node:fs";
import type { Database } from "../store/store.ts";
import { type FolderLock, lockFolder } from "../store/sqlite/lock.ts";

/**
 * @throws Error with a sentence for the person who starts the server: the folder cannot be made or
 *   written, or another server has it.
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
    // Somebody else's folder that may be written is good enough.
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
    `The data folder ${folder} cannot be used (${detail}). Make it a folder that this user may write, or name another with INTRAY_DATA_DIR.`,
    { cause },
  );
}
