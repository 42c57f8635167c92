/** Migrates a database to the newest schema. */
import { type Kysely, sql } from "kysely";
import {
  DEFAULT_MIGRATION_TABLE,
  type Migration,
  type MigrationResultSet,
  Migrator,
} from "kysely/migration";
import { isPostgres } from "./engine/dialect.ts";
import { up as initial } from "./migrations/0001-initial.ts";
import { up as initialOnPostgres } from "./migrations/postgres-0001-initial.ts";

/** Every migration, applied once, in the order of the names. Append-only: databases with these exist. */
const MIGRATIONS: Record<string, Migration> = {
  "0001-initial": { up: initial },
};
const POSTGRES_MIGRATIONS: Record<string, Migration> = {
  "0001-initial": { up: initialOnPostgres },
};

/** Migrations by name, in order. */
export interface MigrationNames {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied by another version of Intray, and unknown to this one. */
  readonly unknown: readonly string[];
}

export async function migrationsOf<Schema>(db: Kysely<Schema>): Promise<MigrationNames> {
  const known = await migratorOf(db).getMigrations();
  const names = known.map(({ name }) => name);
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const done = tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)
    ? await sql<{
        name: string;
      }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
    : { rows: [] };
  return {
    applied: known.filter(({ executedAt }) => executedAt !== undefined).map(({ name }) => name),
    pending: known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name),
    unknown: done.rows.map(({ name }) => name).filter((name) => !names.includes(name)),
  };
}

/**
 * Applies the missing migrations. If several processes start together, one applies them and the others wait.
 *
 * @returns The names of the applied migrations.
 * @throws Error if a migration fails (it is rolled back), or if a newer version has migrated the database.
 */
export async function migrate<Schema>(db: Kysely<Schema>): Promise<readonly string[]> {
  const { error, results = [] } = await migrateInTransaction(db);
  if (error !== undefined) {
    const detail = error instanceof Error ? error.message : "unknown error";
    throw new Error(
      `The database cannot be migrated to this version's schema: ${detail}. If a newer version has used it, start that version. Nothing was changed.`,
      { cause: error },
    );
  }
  return results.map(({ migrationName }) => migrationName);
}

/** Kysely itself opens a transaction for migrations on PostgreSQL, and none on SQLite. */
async function migrateInTransaction<Schema>(db: Kysely<Schema>): Promise<MigrationResultSet> {
  if (isPostgres(db)) return migratorOf(db).migrateToLatest();
  return db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    const result = await migratorOf(connection).migrateToLatest();
    if (result.error === undefined) await sql`commit`.execute(connection);
    // After some errors, such as a full disk, SQLite has rolled back already and rejects this.
    else await sql`rollback`.execute(connection).catch(() => undefined);
    return result;
  });
}

function migratorOf<Schema>(db: Kysely<Schema>): Migrator {
  return new Migrator({
    db,
    provider: {
      getMigrations: () => Promise.resolve(isPostgres(db) ? POSTGRES_MIGRATIONS : MIGRATIONS),
    },
  });
}
