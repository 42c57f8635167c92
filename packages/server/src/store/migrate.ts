/** Brings a database to the newest schema. */
import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { isPostgres } from "./engine/dialect.ts";
import { up as initial } from "./migrations/0001-initial.ts";
import { up as sealedSecrets } from "./migrations/0002-sealed-secrets.ts";
import { up as failingSince } from "./migrations/0003-failing-since.ts";
import { up as logOfAWebhook } from "./migrations/0004-log-of-a-webhook.ts";
import { up as testDeliveries } from "./migrations/0005-test-deliveries.ts";
import { up as claimsAndIdempotencyKeys } from "./migrations/0006-claims-and-idempotency-keys.ts";
import { up as events } from "./migrations/0007-events.ts";
import { up as searchAndHousekeeping } from "./migrations/0008-search-and-housekeeping.ts";
import { up as spamFindings } from "./migrations/0009-spam-findings.ts";
import { up as files } from "./migrations/0010-files.ts";
import { up as leadsPlacesLogins } from "./migrations/0011-leads-places-logins.ts";
import { up as sessions } from "./migrations/0012-sessions.ts";
import { up as auditAndDays } from "./migrations/0013-audit-and-days.ts";
import { up as initialOnPostgres } from "./migrations/postgres-0001-initial.ts";
import { up as claimsAndIdempotencyKeysOnPostgres } from "./migrations/postgres-0006-claims-and-idempotency-keys.ts";
import { up as eventsOnPostgres } from "./migrations/postgres-0007-events.ts";
import { up as searchAndHousekeepingOnPostgres } from "./migrations/postgres-0008-search-and-housekeeping.ts";
import { up as spamFindingsOnPostgres } from "./migrations/postgres-0009-spam-findings.ts";
import { up as filesOnPostgres } from "./migrations/postgres-0010-files.ts";
import { up as leadsPlacesLoginsOnPostgres } from "./migrations/postgres-0011-leads-places-logins.ts";
import { up as sessionsOnPostgres } from "./migrations/postgres-0012-sessions.ts";
import { up as auditAndDaysOnPostgres } from "./migrations/postgres-0013-audit-and-days.ts";
import { up as postsAsRowsOnPostgres } from "./migrations/postgres-0015-posts-as-rows.ts";

/** Every migration by name; applied in the order of the names, once each. */
const MIGRATIONS: Record<string, Migration> = {
  "0001-initial": { up: initial },
  "0002-sealed-secrets": { up: sealedSecrets },
  "0003-failing-since": { up: failingSince },
  "0004-log-of-a-webhook": { up: logOfAWebhook },
  "0005-test-deliveries": { up: testDeliveries },
  "0006-claims-and-idempotency-keys": { up: claimsAndIdempotencyKeys },
  "0007-events": { up: events },
  "0008-search-and-housekeeping": { up: searchAndHousekeeping },
  "0009-spam-findings": { up: spamFindings },
  "0010-files": { up: files },
  "0011-leads-places-logins": { up: leadsPlacesLogins },
  "0012-sessions": { up: sessions },
  "0013-audit-and-days": { up: auditAndDays },
};
const POSTGRES_MIGRATIONS: Record<string, Migration> = {
  "0001-initial": { up: initialOnPostgres },
  "0006-claims-and-idempotency-keys": { up: claimsAndIdempotencyKeysOnPostgres },
  "0007-events": { up: eventsOnPostgres },
  "0008-search-and-housekeeping": { up: searchAndHousekeepingOnPostgres },
  "0009-spam-findings": { up: spamFindingsOnPostgres },
  "0010-files": { up: filesOnPostgres },
  "0011-leads-places-logins": { up: leadsPlacesLoginsOnPostgres },
  "0012-sessions": { up: sessionsOnPostgres },
  "0013-audit-and-days": { up: auditAndDaysOnPostgres },
  "0015-posts-as-rows": { up: postsAsRowsOnPostgres },
};

/** By name, in their order. */
export interface MigrationNames {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied by another version: this one does not know them. */
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
 * Applies what is missing; of several processes one does, and the others wait for it.
 *
 * @returns The names of what was applied.
 * @throws Error when a migration fails (nothing of it stays), or when the database was written by a
 *   newer version, which this one would damage.
 */
export async function migrate<Schema>(db: Kysely<Schema>): Promise<readonly string[]> {
  const { error, results = [] } = await migratorOf(db).migrateToLatest();
  if (error !== undefined) {
    const detail = error instanceof Error ? error.message : "unknown error";
    throw new Error(
      `The database cannot be brought to this version's schema: ${detail}. If a newer version has used it, start that version; nothing was changed.`,
      { cause: error },
    );
  }
  return results.map(({ migrationName }) => migrationName);
}

function migratorOf<Schema>(db: Kysely<Schema>): Migrator {
  return new Migrator({
    db,
    provider: {
      getMigrations: () => Promise.resolve(isPostgres(db) ? POSTGRES_MIGRATIONS : MIGRATIONS),
    },
  });
}
