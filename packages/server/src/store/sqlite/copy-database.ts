/** Copies a SQLite database to another file, while it may be in use. */
import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import { Outage } from "../../domain/outage.ts";
import { syncToDisk } from "../../platform/sync-to-disk.ts";
import { fileSize } from "../../platform/text/file-size.ts";
import type { MigrationLog } from "../postgres/online-migration.ts";
import { explain } from "./errors.ts";

/**
 * Writes a consistent copy to `draft`, a file of its own without a write-ahead log, readable only by this user and
 * synced to the disk. An older draft is replaced.
 *
 * @throws Error if the copy is damaged; nothing is left then.
 */
export async function copyDatabase(from: SQLite.Database, draft: string): Promise<void> {
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, "", { mode: 0o600 });
    // All pages in one step: with several steps, each write of a server would restart the copy.
    await from.backup(draft, { progress: () => 2 ** 31 - 1 });
    const problem = problemOf(draft);
    if (problem !== undefined) {
      throw new Error(
        `The copy is damaged: ${problem}. The database may be damaged as well: run intray-server verify.`,
      );
    }
    syncToDisk(draft);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Returns the first problem of the file, or `undefined`. */
function problemOf(file: string): string | undefined {
  const sqlite = new SQLite(file);
  try {
    // Leaves a single file without a write-ahead log.
    sqlite.pragma("journal_mode = DELETE");
    const found = String(sqlite.pragma("quick_check(1)", { simple: true }));
    return found === "ok" ? undefined : found;
  } finally {
    sqlite.close();
  }
}

/**
 * Copies a database before its migration, next to it. The name contains a hash of the content: a start that is
 * repeated makes no second copy, and no other copy is ever replaced.
 *
 * @param migration The first one that will be applied.
 * @throws Error with a sentence for the operator if there is no space for it.
 */
export async function copyBeforeMigration(
  from: SQLite.Database,
  migration: string,
  logInfo: MigrationLog["info"],
): Promise<void> {
  const file = from.name;
  const draft = `${file}.before-migration.unfinished`;
  requireSpaceForCopy(file);
  try {
    await copyDatabase(from, draft);
  } catch (error) {
    throw explain(error) instanceof Outage ? noCopy(file, (error as Error).message, error) : error;
  }
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(draft)) hash.update(bytes as Buffer);
  const target = `${file}.before-${migration}-${hash.digest("hex").slice(0, 12)}`;
  if (existsSync(target)) rmSync(draft);
  else renameSync(draft, target);
  syncToDisk(dirname(file));
  logInfo({ path: target }, `Copied the database before its migration to ${target}.`);
}

/** @throws Error with a sentence for the operator if a copy of the file does not fit on its disk. */
export function requireSpaceForCopy(file: string): void {
  const needed = sizeOf(file) + sizeOf(`${file}-wal`);
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize >= needed) return;
  throw noCopy(file, `it needs ${fileSize(needed)}, and ${fileSize(bavail * bsize)} are free`);
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const noCopy = (file: string, why: string, cause?: unknown) =>
  new Error(
    `The database ${file} has to be migrated, and there is no space for the copy that is made before (${why}). Free space on this disk, or set INTRAY_BACKUP_BEFORE_MIGRATE=false to migrate without a copy. Nothing was changed.`,
    { cause },
  );
