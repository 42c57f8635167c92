/** Migrates a database to the newest schema. */
import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from "kysely/migration";
import { msBetween, systemClock } from "../platform/clock.ts";
import { isPostgres } from "./engine/dialect.ts";
import { type AnyMigration, createIndex, type NamedMigration } from "./engine/migration.ts";
import { up as initial } from "./migrations/0001-initial.ts";
import { up as idOrder } from "./migrations/0002-id-order.ts";
import { up as uids } from "./migrations/0003-uids.ts";
import { up as nullJson } from "./migrations/0004-null-json.ts";
import { up as signInCounts } from "./migrations/0005-sign-in-counts.ts";
import { up as hops } from "./migrations/0008-hops.ts";
import { up as writeProbe } from "./migrations/0009-write-probe.ts";
import { up as destinations } from "./migrations/0010-destinations.ts";
import { up as formMail } from "./migrations/0011-form-mail.ts";
import { up as mailAddresses } from "./migrations/0012-mail-addresses.ts";
import { up as digests } from "./migrations/0013-digests.ts";
import { up as alerts } from "./migrations/0014-alerts.ts";
import { up as replies } from "./migrations/0015-replies.ts";
import { up as mailConsent } from "./migrations/0016-mail-consent.ts";
import { up as formPosts } from "./migrations/0017-form-posts.ts";
import { up as formFields } from "./migrations/0018-form-fields.ts";
import { SPAM_EXAMPLE_INDEXES, up as spamModel } from "./migrations/0020-spam-model.ts";
import { up as formProjects } from "./migrations/0021-form-projects.ts";
import { up as seen } from "./migrations/0022-seen.ts";
import { DELIVERY_STATE_INDEXES, up as deliveryStates } from "./migrations/0023-delivery-states.ts";
import { up as arrivals } from "./migrations/0028-arrivals.ts";
import { ANSWER_INDEXES, up as firstAnswers } from "./migrations/0030-first-answers.ts";
import { up as undo } from "./migrations/0025-undo.ts";
import { up as notes } from "./migrations/0026-notes.ts";
import { up as tags } from "./migrations/0026-tags.ts";
import { up as initialOnPostgres } from "./migrations/postgres/0001-initial.ts";
import { up as idOrderOnPostgres } from "./migrations/postgres/0002-id-order.ts";
import { up as postedBatches } from "./migrations/postgres/0002-posted-batches.ts";
import { up as uidsOnPostgres } from "./migrations/postgres/0003-uids.ts";
import { up as signInCountsOnPostgres } from "./migrations/postgres/0005-sign-in-counts.ts";
import { up as hopsOnPostgres } from "./migrations/postgres/0008-hops.ts";
import { up as writeProbeOnPostgres } from "./migrations/postgres/0009-write-probe.ts";
import { up as destinationsOnPostgres } from "./migrations/postgres/0010-destinations.ts";
import { up as formMailOnPostgres } from "./migrations/postgres/0011-form-mail.ts";
import { up as mailAddressesOnPostgres } from "./migrations/postgres/0012-mail-addresses.ts";
import { up as digestsOnPostgres } from "./migrations/postgres/0013-digests.ts";
import { up as alertsOnPostgres } from "./migrations/postgres/0014-alerts.ts";
import { up as repliesOnPostgres } from "./migrations/postgres/0015-replies.ts";
import { up as mailConsentOnPostgres } from "./migrations/postgres/0016-mail-consent.ts";
import { up as formPostsOnPostgres } from "./migrations/postgres/0017-form-posts.ts";
import { up as formFieldsOnPostgres } from "./migrations/postgres/0018-form-fields.ts";
import { up as spamModelOnPostgres } from "./migrations/postgres/0020-spam-model.ts";
import { up as formProjectsOnPostgres } from "./migrations/postgres/0021-form-projects.ts";
import { up as seenOnPostgres } from "./migrations/postgres/0022-seen.ts";
import { up as deliveryStatesOnPostgres } from "./migrations/postgres/0023-delivery-states.ts";
import { up as arrivalsOnPostgres } from "./migrations/postgres/0028-arrivals.ts";
import { up as firstAnswersOnPostgres } from "./migrations/postgres/0030-first-answers.ts";
import { up as undoOnPostgres } from "./migrations/postgres/0025-undo.ts";
import { up as notesOnPostgres } from "./migrations/postgres/0026-notes.ts";
import { up as tagsOnPostgres } from "./migrations/postgres/0026-tags.ts";
import {
  buildIndex,
  inBatches,
  inMigrationSession,
  inTransaction,
  type MigrateOptions,
} from "./postgres/online-migration.ts";

type Migrations = Readonly<Record<string, AnyMigration>>;

/** Every migration, applied once, in the order of the names. Append-only: databases with these exist. */
const MIGRATIONS: Migrations = {
  "0001-initial": { up: initial },
  "0002-id-order": { up: idOrder },
  "0003-uids": { up: uids },
  "0004-null-json": { up: nullJson },
  "0005-sign-in-counts": { up: signInCounts },
  "0008-hops": { up: hops },
  "0009-write-probe": { up: writeProbe },
  "0010-destinations": { up: destinations },
  "0011-form-mail": { up: formMail },
  "0012-mail-addresses": { up: mailAddresses },
  "0013-digests": { up: digests },
  "0014-alerts": { up: alerts },
  "0015-replies": { up: replies },
  "0016-mail-consent": { up: mailConsent },
  "0017-form-posts": { up: formPosts },
  "0018-form-fields": { up: formFields },
  "0020-spam-model": { up: spamModel },
  "0020-spam-model-indexes": { indexes: SPAM_EXAMPLE_INDEXES },
  "0021-form-projects": { up: formProjects },
  "0022-seen": { up: seen },
  "0023-delivery-states": { up: deliveryStates },
  "0023-delivery-states-indexes": { indexes: DELIVERY_STATE_INDEXES },
  "0025-undo": { up: undo },
  "0026-notes": { up: notes },
  "0026-tags": { up: tags },
  "0028-arrivals": { up: arrivals },
  "0030-first-answers": { up: firstAnswers },
  "0030-first-answers-indexes": { indexes: ANSWER_INDEXES },
};
const POSTGRES_MIGRATIONS: Migrations = {
  "0001-initial": { up: initialOnPostgres },
  "0002-id-order": { up: idOrderOnPostgres },
  "0002-posted-batches": { up: postedBatches },
  "0003-uids": { up: uidsOnPostgres },
  "0005-sign-in-counts": { up: signInCountsOnPostgres },
  "0008-hops": { up: hopsOnPostgres },
  "0009-write-probe": { up: writeProbeOnPostgres },
  "0010-destinations": { up: destinationsOnPostgres },
  "0011-form-mail": { up: formMailOnPostgres },
  "0012-mail-addresses": { up: mailAddressesOnPostgres },
  "0013-digests": { up: digestsOnPostgres },
  "0014-alerts": { up: alertsOnPostgres },
  "0015-replies": { up: repliesOnPostgres },
  "0016-mail-consent": { up: mailConsentOnPostgres },
  "0017-form-posts": { up: formPostsOnPostgres },
  "0018-form-fields": { up: formFieldsOnPostgres },
  "0020-spam-model": { up: spamModelOnPostgres },
  "0020-spam-model-indexes": { indexes: SPAM_EXAMPLE_INDEXES },
  "0021-form-projects": { up: formProjectsOnPostgres },
  "0022-seen": { up: seenOnPostgres },
  "0023-delivery-states": { up: deliveryStatesOnPostgres },
  "0023-delivery-states-indexes": { indexes: DELIVERY_STATE_INDEXES },
  "0025-undo": { up: undoOnPostgres },
  "0026-notes": { up: notesOnPostgres },
  "0026-tags": { up: tagsOnPostgres },
  "0028-arrivals": { up: arrivalsOnPostgres },
  "0030-first-answers": { up: firstAnswersOnPostgres },
  "0030-first-answers-indexes": { indexes: ANSWER_INDEXES },
};

/** Migrations by name, in order. */
export interface MigrationNames {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied by another version of Intray, and unknown to this one. */
  readonly unknown: readonly string[];
}

export async function migrationsOf<Schema>(
  db: Kysely<Schema>,
  further: Migrations = {},
): Promise<MigrationNames> {
  const known = Object.keys(migrationsFor(db, further)).toSorted();
  const done = new Set(await recordedIn(db));
  return {
    applied: known.filter((name) => done.has(name)),
    pending: known.filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !known.includes(name)),
  };
}

const migrationsFor = <Schema>(db: Kysely<Schema>, further: Migrations): Migrations => ({
  ...(isPostgres(db) ? POSTGRES_MIGRATIONS : MIGRATIONS),
  ...further,
});

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
 * @param options.further Migrations after those of the product, for tests.
 * @returns The names of the applied migrations.
 * @throws Error if a migration fails (it is rolled back), or if a newer version has migrated the database.
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  { further = {}, ...options }: MigrateOptions & { readonly further?: Migrations } = {},
): Promise<readonly string[]> {
  const { pending, unknown } = await migrationsOf(db, further);
  if (unknown.length > 0) {
    throw new Error(
      `The database cannot be migrated to this version's schema: a newer version has applied ${unknown.join(", ")}. To go on with this database, start that version. Nothing was changed.`,
    );
  }
  if (pending.length === 0) return [];
  const applied: string[] = [];
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

interface Run {
  readonly further: Migrations;
  readonly options: MigrateOptions;
  /** Receives the names of migrations once they are committed. */
  readonly applied: string[];
}

async function migrateSqlite<Schema>(db: Kysely<Schema>, { further, applied }: Run): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(connection);
    // Dropping a table that is rebuilt would delete the rows that refer to it. No effect in a transaction.
    await sql`pragma foreign_keys = off`.execute(connection);
    try {
      await sql`begin immediate`.execute(connection);
      const pending = await pendingIn(connection, further);
      await createBookkeeping(connection);
      for (const one of pending) await apply(connection, one);
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

async function migratePostgres<Schema>(
  db: Kysely<Schema>,
  { further, options, applied }: Run,
): Promise<void> {
  await inMigrationSession(db, options, async (session) => {
    const { connection, clock, log } = session;
    const pending = await pendingIn(connection, further);
    if (pending.length > 0)
      log.info({}, `Migrating the database: ${pending.length} migrations are pending.`);
    for (const batch of inBatches(pending)) {
      const startedAt = clock.monotonic();
      for (const { migration } of batch) {
        if (!("indexes" in migration)) continue;
        for (const index of migration.indexes) await buildIndex(session, index);
      }
      await inTransaction(session, async (transaction) => {
        await createBookkeeping(transaction);
        for (const one of batch) {
          log.info({ migration: one.name }, `Applying the migration ${one.name}.`);
          await apply(transaction, one);
        }
      });
      const names = batch.map(({ name }) => name);
      applied.push(...names);
      const ms = Math.round(msBetween(startedAt, clock.monotonic()));
      log.info({ migrations: names, ms }, `Applied in ${ms} ms: ${names.join(", ")}.`);
    }
  });
}

/** Reads again what is pending, now that no other process migrates the database. */
async function pendingIn<Schema>(
  db: Kysely<Schema>,
  further: Migrations,
): Promise<readonly NamedMigration[]> {
  const { pending } = await migrationsOf(db, further);
  const migrations = migrationsFor(db, further);
  return pending.flatMap((name) => {
    const migration = migrations[name];
    return migration === undefined ? [] : [{ name, migration }];
  });
}

/** Applies a migration and records it. Its indexes have been built on PostgreSQL. */
async function apply<Schema>(
  db: Kysely<Schema>,
  { name, migration }: NamedMigration,
): Promise<void> {
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
