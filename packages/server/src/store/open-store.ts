/** Opens the store that the settings name, SQLite or PostgreSQL, and reads before what could speak against it. */
import { existsSync } from "node:fs";
import { type MigrationNames, migrationsOf } from "./migrate.ts";
import type { OpenPostgres } from "./postgres/database.ts";
import { refuseTransactionPooler } from "./postgres/pooler.ts";
import type { OpenDatabase as OpenSqlite } from "./sqlite/database.ts";
import type { Database, Store, StoreOptions } from "./store.ts";

/**
 * Opens the database, after migrating it to the newest schema and encrypting its secrets.
 *
 * @throws Error whose message tells the operator what to fix.
 */
export async function openStore({ database, ...rest }: StoreOptions): Promise<Store> {
  // Loads only the modules of the chosen database, to save memory.
  if (database.kind === "sqlite") {
    const { openSqliteStore } = await import("./sqlite/store.ts");
    return openSqliteStore({ file: database.file, ...rest });
  }
  const { openPostgresStore } = await import("./postgres/store.ts");
  return openPostgresStore({ url: database.url, ...rest });
}

export type Opened =
  ({ readonly kind: "sqlite" } & OpenSqlite) | ({ readonly kind: "postgres" } & OpenPostgres);

/** Opens connections without checking the schema. */
export async function openDatabase(database: Database, role: "reader" | "writer"): Promise<Opened> {
  if (database.kind === "sqlite") {
    const { openSqlite } = await import("./sqlite/database.ts");
    return { kind: "sqlite", ...openSqlite(database.file, role) };
  }
  const { openPostgres } = await import("./postgres/database.ts");
  return { kind: "postgres", ...(await openPostgres(database.url, () => undefined)) };
}

export interface DatabaseState extends MigrationNames {
  /** A secret that only the right encryption key decrypts; `undefined` if nothing is encrypted yet. */
  readonly canary: string | undefined;
  /** The marker that its file storage must have; `undefined` if no server has started on it yet. */
  readonly installation: string | undefined;
}

const EMPTY: DatabaseState = {
  applied: [],
  pending: [],
  unknown: [],
  isNew: true,
  canary: undefined,
  installation: undefined,
};

/** Reads the state of a database of any version without changing it. @throws Error as {@link openStore}. */
export async function inspectDatabase(database: Database): Promise<DatabaseState> {
  if (database.kind === "sqlite" && !existsSync(database.file)) return EMPTY;
  const opened = await openDatabase(database, "reader");
  const { db } = opened;
  try {
    if (opened.kind === "postgres") await refuseTransactionPooler(opened.pool);
    const tables = await db.introspection.getTables();
    const has = (table: string) => tables.some(({ name }) => name === table);
    const canary = has("encryption_canary")
      ? await db.selectFrom("encryption_canary").select("encrypted").executeTakeFirst()
      : undefined;
    const installation = has("installation")
      ? await db.selectFrom("installation").select("mark").executeTakeFirst()
      : undefined;
    const names = await migrationsOf(db);
    return { ...names, canary: canary?.encrypted, installation: installation?.mark };
  } finally {
    await db.destroy();
  }
}
