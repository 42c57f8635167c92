/** Opens the database for a command, also while a server runs. */
import { existsSync } from "node:fs";
import type SQLite from "better-sqlite3";
import type { Config } from "../config/config.ts";
import { openSqlite } from "../store/sqlite/database.ts";
import { migrationsOf } from "../store/migrate.ts";
import { type OpenPostgres, openPostgres } from "../store/postgres/database.ts";
import { refuseTransactionPooler } from "../store/postgres/pooler.ts";
import type { Db } from "../store/engine/schema.ts";

export type Opened =
  | { readonly kind: "sqlite"; readonly db: Db; readonly sqlite: SQLite.Database }
  | ({ readonly kind: "postgres" } & OpenPostgres);

/**
 * Calls `work` with the database, and closes it.
 *
 * @throws Error if the database does not exist, cannot be reached, or has the schema of another version.
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
        `The database was migrated by a newer version of Intray (${unknown.join(", ")}). Use intray-server of that version. Nothing was changed.`,
      );
    }
    if (pending.length > 0) {
      throw new Error(
        `The database has the schema of an earlier version. Run intray-server migrate, or start the server once. Nothing was changed.`,
      );
    }
    return work(opened);
  });
}

/** As {@link withDatabase}, without checking the schema. */
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
      : { kind: "postgres", ...(await openPostgres(database.url, () => undefined)) };
  try {
    // Session locks keep writers from doing the same work.
    if (opened.kind === "postgres" && role === "writer") await refuseTransactionPooler(opened.pool);
    return await work(opened);
  } finally {
    await opened.db.destroy();
  }
}

/** Returns the account of an installation, which has exactly one. @throws Error if no server has started on it yet. */
export async function onlyAccount(db: Db): Promise<number> {
  const account = await db.selectFrom("account").select("id").orderBy("id").executeTakeFirst();
  if (account !== undefined) return account.id;
  throw new Error(
    "The database has no account yet. Run intray-server create-account, or start the server once.",
  );
}
