/** Opens the database for a command, also while a server runs. */
import { existsSync } from "node:fs";
import type { Config } from "../config/config.ts";
import { migrationsOf, refuseNewer } from "../store/migrate.ts";
import { openDatabase, type Opened } from "../store/open-store.ts";
import { refuseTransactionPooler } from "../store/postgres/pooler.ts";
import type { Db } from "../store/engine/schema.ts";

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
    const names = await migrationsOf(opened.db);
    refuseNewer(names);
    if (names.pending.length > 0) {
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
  const opened = await openDatabase(database, role);
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
