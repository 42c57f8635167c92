/** Opens the database of a server, which may be running meanwhile. */
import { existsSync } from "node:fs";
import type SQLite from "better-sqlite3";
import type { Config } from "../config/config.ts";
import { openSqlite } from "../store/sqlite/database.ts";
import { migrationsOf } from "../store/migrate.ts";
import { openPostgres } from "../store/postgres/database.ts";
import type { Db } from "../store/engine/schema.ts";

export type Opened =
  | { readonly kind: "sqlite"; readonly db: Db; readonly sqlite: SQLite.Database }
  | { readonly kind: "postgres"; readonly db: Db };

/**
 * Calls `work` with the database, and closes it.
 *
 * @throws Error when there is none, when it cannot be reached, or when its schema is not this version's.
 */
export async function withDatabase<T>(
  config: Config,
  role: "reader" | "writer",
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  return withAnyDatabase(config, role, async (opened) => {
    const { pending, unknown } = await migrationsOf(opened.db);
    if (unknown.length > 0) {
      throw new Error(
        `The database was used by a newer version (${unknown.join(", ")}). Run that version's intray-server; nothing was changed.`,
      );
    }
    if (pending.length > 0) {
      throw new Error(
        `The database lacks ${pending.length} migrations of this version. Run intray-server migrate, or start the server once; nothing was changed.`,
      );
    }
    return work(opened);
  });
}

/** As {@link withDatabase}, whatever its schema. */
export async function withAnyDatabase<T>(
  { database }: Config,
  role: "reader" | "writer",
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  if (database.kind === "sqlite" && !existsSync(database.file)) {
    throw new Error(
      `There is no database at ${database.file}. Check INTRAY_DATA_DIR and INTRAY_DATABASE_URL, or start the server once.`,
    );
  }
  const opened: Opened =
    database.kind === "sqlite"
      ? { kind: "sqlite", ...openSqlite(database.file, role) }
      : { kind: "postgres", db: (await openPostgres(database.url, () => undefined)).db };
  try {
    return await work(opened);
  } finally {
    await opened.db.destroy();
  }
}
