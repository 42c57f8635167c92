/** Brings a database to the newest schema. */
import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { isPostgres } from "./dialect.ts";
import { up as initial } from "./migrations/0001-initial.ts";
import { up as sealedSecrets } from "./migrations/0002-sealed-secrets.ts";
import { up as failingSince } from "./migrations/0003-failing-since.ts";
import { up as logOfAWebhook } from "./migrations/0004-log-of-a-webhook.ts";
import { up as testDeliveries } from "./migrations/0005-test-deliveries.ts";
import { up as files } from "./migrations/0010-files.ts";
import { up as initialOnPostgres } from "./migrations/postgres-0001-initial.ts";
import { up as filesOnPostgres } from "./migrations/postgres-0010-files.ts";

/** Every migration by name; applied in the order of the names, once each. */
const MIGRATIONS: Record<string, Migration> = {
  "0001-initial": { up: initial },
  "0002-sealed-secrets": { up: sealedSecrets },
  "0003-failing-since": { up: failingSince },
  "0004-log-of-a-webhook": { up: logOfAWebhook },
  "0005-test-deliveries": { up: testDeliveries },
  "0010-files": { up: files },
};
const POSTGRES_MIGRATIONS: Record<string, Migration> = {
  "0001-initial": { up: initialOnPostgres },
  "0010-files": { up: filesOnPostgres },
};

/**
 * Applies what is missing; of several processes one does, and the others wait for it.
 *
 * @throws Error when a migration fails (nothing of it stays), or when the database was written by a
 *   newer version, which this one would damage.
 */
export async function migrate<Schema>(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: () => Promise.resolve(isPostgres(db) ? POSTGRES_MIGRATIONS : MIGRATIONS),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const detail = error instanceof Error ? error.message : "unknown error";
    throw new Error(
      `The database cannot be brought to this version's schema: ${detail}. If a newer version has used it, start that version; nothing was changed.`,
      { cause: error },
    );
  }
}
