/** A fresh database of the kind that this run of the tests is about. */
import { randomBytes } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { inject, vi } from "vitest";
import { isPostgres } from "../src/store/engine/dialect.ts";
import type { Db } from "../src/store/engine/schema.ts";
import type { Database } from "../src/store/store.ts";

/** Whether this run is about PostgreSQL. */
export const isOnPostgres = inject("postgresUrls") !== undefined;

/** Settings without which a server does not start on PostgreSQL. */
export const settingsFor = ({ url, folder }: FreshDatabase) => ({
  INTRAY_DATABASE_URL: url,
  INTRAY_DATA_DIR: folder,
  INTRAY_ATTACHMENTS_DIR: join(folder, "attachments"),
  INTRAY_ENCRYPTION_KEY: "7".repeat(64),
  // All posts of a test come from one address, and often in less than a minute.
  INTRAY_RATE_LIMIT: "off",
});

export interface FreshDatabase {
  readonly database: Database;
  /** What INTRAY_DATABASE_URL is for it. */
  readonly url: string;
  /** An empty folder for whatever else a test keeps. */
  readonly folder: string;
  /** Removes both; connections to it that are still open are cut. */
  drop(): Promise<void>;
}

/**
 * Has the newest schema and no rows.
 *
 * @param isEmpty Not even a schema, as before a first start.
 */
export async function freshDatabase({ isEmpty = false } = {}): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "intray-test-"));
  const dropFolder = () => rm(folder, { recursive: true, force: true });
  const cluster = clusterOfWorker();
  if (cluster === undefined) {
    const file = join(folder, "intray.db");
    const migrated = inject("sqliteFile");
    if (!isEmpty && migrated !== undefined) await copyFile(migrated, file);
    return { database: { kind: "sqlite", file }, url: file, folder, drop: dropFolder };
  }
  const name = `intray_${randomBytes(6).toString("hex")}`;
  await administer(
    cluster,
    // As files: half of what it takes by way of the log.
    `create database ${name} template ${isEmpty ? "template0" : "postgres"} strategy file_copy`,
  );
  const url = new URL(cluster);
  url.pathname = name;
  return {
    database: { kind: "postgres", url: url.href },
    url: url.href,
    folder,
    async drop() {
      await administer(cluster, `drop database ${name} with (force)`);
      await dropFolder();
    },
  };
}

/** Each worker of a run has a cluster to itself. */
function clusterOfWorker(): string | undefined {
  const urls = inject("postgresUrls");
  // oxlint-disable-next-line no-restricted-properties -- vitest says it in no other way
  const worker = Number(process.env["VITEST_POOL_ID"]);
  return urls?.[(worker - 1) % urls.length];
}

/**
 * Resolves once every submission is older than every transaction under way anywhere in the cluster:
 * until then lists that go upwards hold the newest ones back.
 */
export async function allSettled(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  await vi.waitUntil(async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from submission
      where xid >= pg_snapshot_xmin(pg_current_snapshot())`.execute(db);
    return rows[0]?.n === 0;
  });
}

let administrator: { readonly cluster: string; readonly client: Promise<pg.Client> } | undefined;

async function administer(cluster: string, statement: string): Promise<void> {
  if (administrator?.cluster !== cluster)
    administrator = { cluster, client: connectedToNone(cluster) };
  await (await administrator.client).query(statement);
}

/** Not in the database that is copied: nobody may be connected to that. It ends with its worker. */
async function connectedToNone(cluster: string): Promise<pg.Client> {
  const at = new URL(cluster);
  at.pathname = "template1";
  const client = new pg.Client({ connectionString: at.href });
  // The clusters stop before their workers.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
