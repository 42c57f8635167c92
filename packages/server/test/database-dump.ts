/** Writes a database as SQL text, and loads such a text into an empty database. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type Kysely, type KyselyPlugin, type RawBuilder, sql } from "kysely";
import { isPostgres } from "../src/store/engine/dialect.ts";
import type { Db } from "../src/store/engine/schema.ts";
import { migrate } from "../src/store/migrate.ts";
import { openPostgres } from "../src/store/postgres/database.ts";
import { openSqlite } from "../src/store/sqlite/database.ts";
import type { Database } from "../src/store/store.ts";

export const fixtureFile = (version: string, kind: Database["kind"]) =>
  new URL(`../../../test/fixtures/${version}.${kind}.sql`, import.meta.url);

/** The tables of the server, without those that SQLite keeps for itself. */
export async function tablesOf(db: Db): Promise<readonly string[]> {
  const { rows } = await (
    isPostgres(db)
      ? sql<{ name: string }>`select relname as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r' order by oid`
      : sql<{ name: string }>`select name from sqlite_schema where type = 'table'
          and name not like 'sqlite\\_%' escape '\\' and name not like 'search\\_index%' escape '\\'
          order by rowid`
  ).execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Migrates an empty database. @returns The statements that created its schema, word for word, but each able to
 * run in a transaction: no index is built beside writers.
 */
export async function migrateRecorded(db: Db): Promise<readonly string[]> {
  const statements: string[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const text = db.getExecutor().compileQuery(node, queryId).sql.trim();
      if (/^(?:create|alter|drop|comment|do)\b/i.test(text)) {
        statements.push(text.replace(/^((?:create|drop) (?:unique )?index) concurrently/i, "$1"));
      }
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await migrate(db.withPlugin(recorder));
  return statements;
}

/**
 * The whole database as SQL.
 *
 * @param schema What {@link migrateRecorded} returned for it. SQLite keeps the statements of its schema itself.
 */
export async function dump(db: Db, schema: readonly string[]): Promise<string> {
  const rows: string[] = [];
  for (const table of await tablesOf(db)) rows.push(...(await insertsOf(db, table)));
  const statements = isPostgres(db)
    ? [
        // Triggers and foreign keys are off while the rows are loaded.
        "set session_replication_role = replica",
        ...schema,
        ...rows,
        ...(await sequencesOf(db)),
        "set session_replication_role = default",
      ]
    : [
        "begin",
        // The tables that a migration has rebuilt come after those that refer to them.
        "pragma defer_foreign_keys = on",
        ...(await sqliteSchema(db, "table")),
        ...(await sqliteSchema(db, "index")),
        ...rows,
        "insert into search_index (rowid, folded) select id, folded from search_text",
        ...(await sqliteSchema(db, "trigger")),
        "delete from sqlite_sequence",
        ...(await insertsOf(db, "sqlite_sequence")),
        "commit",
      ];
  return `${statements.join(";\n")};\n`;
}

/** The statements that create all tables, indexes or triggers, word for word. */
async function sqliteSchema(db: Db, type: "table" | "index" | "trigger") {
  const { rows } = await sql<{ statement: string }>`
    select sql as statement from sqlite_schema
    where type = ${type} and sql is not null and name not like 'sqlite\\_%' escape '\\'
      and name not like 'search\\_index\\_%' escape '\\'
    order by rowid`.execute(db);
  return rows.map(({ statement }) => statement);
}

async function insertsOf(db: Db, table: string): Promise<readonly string[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
    db,
  );
  return rows.map((row) => {
    const columns = Object.keys(row).map((name) => `"${name}"`);
    const values = Object.values(row).map((value) => literal(db, value));
    return `insert into "${table}" (${columns.join(", ")}) values (${values.join(", ")})`;
  });
}

function literal<Schema>(db: Kysely<Schema>, value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  if (Array.isArray(value)) return `'{${value.join(",")}}'`;
  if (!Buffer.isBuffer(value)) throw new Error(`No literal for ${JSON.stringify(value)}.`);
  const hex = value.toString("hex");
  return isPostgres(db) ? `'\\x${hex}'` : `x'${hex}'`;
}

/** Where the ids of PostgreSQL's tables go on. */
async function sequencesOf(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`.execute(db);
  return rows.map(({ name, last }) => `select setval('${name}', ${last})`);
}

/**
 * PostgreSQL only: moves the cluster's transaction counter on by 40,000, beyond that of a new cluster. A block
 * with a handler is a transaction of its own.
 */
export async function ageTransactions(db: Db): Promise<void> {
  await sql`do $$ begin
    for n in 1..40000 loop
      begin perform pg_current_xact_id(); exception when others then raise; end;
    end loop;
  end $$`.execute(db);
}

/** Runs SQL text: one statement, or on PostgreSQL any number. */
export async function runScript(db: Db, script: string): Promise<void> {
  await sql.raw(script).execute(db);
}

/** Fills an empty database with what the version left. */
export async function loadFixture(database: Database, version: string): Promise<void> {
  const text = await readFile(fixtureFile(version, database.kind), "utf8");
  if (database.kind === "sqlite") {
    const { db, sqlite } = openSqlite(database.file, "writer");
    sqlite.exec(text);
    await db.destroy();
    return;
  }
  const { db, pool } = await openPostgres(database.url, () => undefined);
  await pool.query(text);
  await db.destroy();
}

/** All that a database has written: its files, or on PostgreSQL its rows. */
export async function writtenText(database: Database, db: Db): Promise<string> {
  if (database.kind === "postgres") return dump(db, []);
  const files = [database.file, `${database.file}-wal`].filter((file) => existsSync(file));
  return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("");
}

export const openBeside = async (database: Database): Promise<Db> =>
  database.kind === "sqlite"
    ? openSqlite(database.file, "writer").db
    : (await openPostgres(database.url, () => undefined)).db;

export async function countRows(
  db: Db,
  tables: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const count = (table: string): RawBuilder<{ rows: number }> =>
    sql`select count(*) as rows from ${sql.table(table)}`;
  const counts = await Promise.all(tables.map((table) => count(table).execute(db)));
  return Object.fromEntries(
    counts.map(({ rows }, place) => [tables[place] ?? "", rows[0]?.rows ?? 0]),
  );
}

/** Rows whose foreign key points to no row; PostgreSQL cannot have any. */
export const danglingRows = async (db: Db): Promise<readonly unknown[]> =>
  isPostgres(db) ? [] : (await sql`pragma foreign_key_check`.execute(db)).rows;
