/** Creates an empty database of the kind that this test run uses: SQLite or PostgreSQL. */
import { randomBytes } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import pg from "pg";
import { inject } from "vitest";
import type { Database } from "../src/store/store.ts";

/** Whether this test run uses PostgreSQL. */
export const isOnPostgres = inject("postgresUrls") !== undefined;

export const settingsFor = ({ url, folder }: Pick<FreshDatabase, "url" | "folder">) => ({
  INTRAY_DATABASE_URL: url,
  INTRAY_DATA_DIR: folder,
  INTRAY_ATTACHMENTS_DIR: join(folder, "attachments"),
  INTRAY_ENCRYPTION_KEY: "7".repeat(64),
  // All posts of a test come from one address, and would exceed the limit.
  INTRAY_RATE_LIMIT: "off",
  INTRAY_KEY_RATE_LIMIT: "off",
});

export type FreshDatabase = Awaited<ReturnType<typeof createDatabase>>;

/**
 * Creates a database with the current schema and no rows.
 *
 * @param isEmpty Without a schema, as before a first start.
 */
export const freshDatabase = ({ isEmpty = false } = {}) =>
  createDatabase({
    write: async (file) => {
      const migrated = inject("sqliteFile");
      if (!isEmpty && migrated !== undefined) await copyFile(migrated, file);
    },
    template: isEmpty ? "template0" : "postgres",
  });

/** A copy, as a backup that is restored elsewhere. On PostgreSQL nothing may be connected to the copied database. */
export const copyDatabase = ({ database }: FreshDatabase) =>
  createDatabase({
    async write(file) {
      if (database.kind !== "sqlite") return;
      const original = new SQLite(database.file, { readonly: true });
      await original.backup(file);
      original.close();
    },
    template: database.kind === "sqlite" ? "" : new URL(database.url).pathname.slice(1),
  });

/** @param from Writes the first rows on SQLite; names the database to copy on PostgreSQL. */
async function createDatabase(from: {
  readonly write: (file: string) => Promise<void>;
  readonly template: string;
}) {
  const folder = await mkdtemp(join(tmpdir(), "intray-test-"));
  const dropFolder = () => rm(folder, { recursive: true, force: true });
  const cluster = clusterOfWorker();
  if (cluster === undefined) {
    const file = join(folder, "intray.db");
    await from.write(file);
    const database: Database = { kind: "sqlite", file };
    return { database, url: file, folder, drop: dropFolder };
  }
  const name = `intray_${randomBytes(6).toString("hex")}`;
  await administer(
    cluster,
    // Copying files takes half the time of copying through the write-ahead log.
    `create database ${name} template ${from.template} strategy file_copy`,
  );
  const url = new URL(cluster);
  url.pathname = name;
  const database: Database = { kind: "postgres", url: url.href };
  return {
    database,
    /** The value for INTRAY_DATABASE_URL. */
    url: url.href,
    /** An empty folder for other files of the test. */
    folder,
    /** Removes the database and the folder, and closes remaining connections. */
    async drop() {
      // PostgreSQL itself looks only every 100 ms, which is longer than most tests take.
      while ((await administer(cluster, endConnectionsTo(name))) > 0) continue;
      await administer(cluster, `drop database ${name} with (force)`);
      await dropFolder();
    },
  };
}

/** Each worker of a test run has its own cluster. */
function clusterOfWorker(): string | undefined {
  const urls = inject("postgresUrls");
  // oxlint-disable-next-line no-restricted-properties -- vitest provides it in no other way
  const worker = Number(process.env["VITEST_POOL_ID"]);
  return urls?.[(worker - 1) % urls.length];
}

let administrator: { readonly cluster: string; readonly client: Promise<pg.Client> } | undefined;

/** Returns the number of rows. */
async function administer(cluster: string, statement: string): Promise<number> {
  if (administrator?.cluster !== cluster)
    administrator = { cluster, client: connectToTemplate1(cluster) };
  return (await (await administrator.client).query(statement)).rows.length;
}

/** Has a row for each connection that is still open. */
const endConnectionsTo = (name: string) =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;

/**
 * Connects to template1, since the database that is copied must have no connections. The connection is closed
 * when its worker ends.
 */
async function connectToTemplate1(cluster: string): Promise<pg.Client> {
  const url = new URL(cluster);
  url.pathname = "template1";
  const client = new pg.Client({ connectionString: url.href });
  // The cluster stops before its worker does.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
