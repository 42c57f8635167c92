/** Migrates a database to the newest schema. */
import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from "kysely/migration";
import { systemClock } from "../platform/clock.ts";
import { isPostgres } from "./engine/dialect.ts";
import { type AnyMigration, createIndex, type NamedMigration } from "./engine/migration.ts";
import { REPLACED_MIGRATION, up as createSchema } from "./migrations/0002-schema.ts";
import {
  buildIndex,
  inBatches,
  inMigrationSession,
  inTransaction,
  type MigrateOptions,
  type MigrationLog,
  SILENT,
} from "./postgres/online-migration.ts";

type Migrations = Readonly<Record<string, AnyMigration>>;

/** Every migration, applied once, in the order of the names. Append-only: databases with these exist. */
const MIGRATIONS: Migrations = { "0002-schema": { up: createSchema } };

type Copy = (firstMigration: string) => Promise<void>;

/** Migrations by name, in order. */
export interface MigrationNames {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied by another version of Intray, and unknown to this one. */
  readonly unknown: readonly string[];
  /** Nothing has been applied yet, by any version. */
  readonly isNew: boolean;
}

export async function migrationsOf<Schema>(
  db: Kysely<Schema>,
  further: Migrations = {},
): Promise<MigrationNames> {
  const known = Object.keys({ ...MIGRATIONS, ...further }).toSorted();
  const done = new Set(await recordedIn(db));
  return {
    applied: known.filter((name) => done.has(name)),
    pending: known.filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => name !== REPLACED_MIGRATION && !known.includes(name)),
    isNew: done.size === 0,
  };
}

async function recordedIn<Schema>(db: Kysely<Schema>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Applies the missing migrations. If several processes start together, one applies them and the others wait.
 *
 * @param options.copy Called before the first migration, with its name, unless the database is new.
 * @param options.further Migrations after those of the product, for tests.
 * @returns The names of the applied migrations.
 * @throws Error if a migration fails (it is rolled back), or if a newer version has migrated the database.
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  {
    further = {},
    ...options
  }: MigrateOptions & { readonly further?: Migrations; readonly copy?: Copy | undefined } = {},
): Promise<readonly string[]> {
  const names = await migrationsOf(db, further);
  refuseNewer(names);
  const [first] = names.pending;
  if (first === undefined) return [];
  const applied: string[] = [];
  if (!names.isNew) await options.copy?.(first);
  try {
    const run = isPostgres(db) ? migratePostgres : migrateSqlite;
    await run(db, { further, options, applied });
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : "unknown error";
    const left =
      applied.length === 0
        ? "Nothing was changed."
        : `The migrations before it stay applied: ${applied.join(", ")}.`;
    throw new Error(
      `The database cannot be migrated to this version's schema: ${detail}. ${left}`,
      { cause },
    );
  }
  return applied;
}

/** @throws Error if a newer version has migrated the database. */
export function refuseNewer({ unknown }: MigrationNames): void {
  if (unknown.length === 0) return;
  throw new Error(
    `The database was migrated by a newer version of Intray (${unknown.join(", ")}). Use intray-server of that version. Nothing was changed.`,
  );
}

interface Run {
  readonly further: Migrations;
  readonly options: MigrateOptions;
  /** Receives the names of migrations once they are committed. */
  readonly applied: string[];
}

async function migrateSqlite<Schema>(
  db: Kysely<Schema>,
  { further, options: { log = SILENT }, applied }: Run,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(connection);
    // Dropping a table that is rebuilt would delete the rows that refer to it. No effect in a transaction.
    await sql`pragma foreign_keys = off`.execute(connection);
    try {
      await sql`begin immediate`.execute(connection);
      const pending = await pendingIn(connection, further);
      await createBookkeeping(connection);
      for (const one of pending) await apply(connection, one, log);
      await sql`commit`.execute(connection);
      applied.push(...pending.map(({ name }) => name));
    } catch (error) {
      // After some errors, such as a full disk, SQLite has rolled back already and rejects this.
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    } finally {
      if (rows[0]?.foreign_keys === 1) await sql`pragma foreign_keys = on`.execute(connection);
    }
  });
}

async function migratePostgres<Schema>(db: Kysely<Schema>, { further, options, applied }: Run) {
  await inMigrationSession(db, options, async (session) => {
    const pending = await pendingIn(session.connection, further);
    for (const batch of inBatches(pending)) {
      for (const { migration } of batch) {
        if (!("indexes" in migration)) continue;
        for (const index of migration.indexes) await buildIndex(session, index);
      }
      await inTransaction(session, async (transaction) => {
        await createBookkeeping(transaction);
        for (const one of batch) await apply(transaction, one, session.log);
      });
      applied.push(...batch.map(({ name }) => name));
    }
  });
}

/** Reads again what is pending, now that no other process migrates the database. */
async function pendingIn<Schema>(
  db: Kysely<Schema>,
  further: Migrations,
): Promise<readonly NamedMigration[]> {
  const { pending } = await migrationsOf(db, further);
  const migrations: Migrations = { ...MIGRATIONS, ...further };
  return pending.flatMap((name) => {
    const migration = migrations[name];
    return migration === undefined ? [] : [{ name, migration }];
  });
}

/** Applies a migration and records it. Its indexes have been built on PostgreSQL. */
async function apply<Schema>(
  db: Kysely<Schema>,
  { name, migration }: NamedMigration,
  log: MigrationLog,
): Promise<void> {
  log.info({ migration: name }, `Applying the migration ${name}.`);
  if ("up" in migration) await migration.up(db);
  else if (!isPostgres(db)) {
    for (const index of migration.indexes) await sql.raw(createIndex(index, "")).execute(db);
  }
  const timestamp = new Date(systemClock.now()).toISOString();
  await sql`insert into ${sql.table(DEFAULT_MIGRATION_TABLE)} (name, timestamp)
    values (${name}, ${timestamp})`.execute(db);
}

/** Creates the tables of Kysely's migrator, which version 0.1.0 used. */
async function createBookkeeping<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable(DEFAULT_MIGRATION_TABLE)
    .ifNotExists()
    .addColumn("name", "varchar(255)", (column) => column.notNull().primaryKey())
    .addColumn("timestamp", "varchar(255)", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable(DEFAULT_MIGRATION_LOCK_TABLE)
    .ifNotExists()
    .addColumn("id", "varchar(255)", (column) => column.notNull().primaryKey())
    .addColumn("is_locked", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
