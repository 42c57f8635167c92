/**
 * Creates the schema, and moves the rows of a database of version 0.1.0 into it: its tables are copied, dropped, created
 * again and filled, so that both have the same schema. It takes time and space in proportion to the data. On PostgreSQL
 * no other process may use the database meanwhile.
 */
import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE } from "kysely/migration";
import { MASK, originOfUrl } from "../../domain/delivery/webhook.ts";
import { isAddressOf } from "../destinations/kinds-in-sql.ts";
import { givenRows, isPostgres } from "../engine/dialect.ts";
import { type SchemaStatements, schemaOf } from "../schema/schema.ts";

/** The migration that version 0.1.0 has recorded. */
export const REPLACED_MIGRATION = "0001-initial";

type AnyDb = Kysely<unknown>;

export async function up(db: AnyDb): Promise<void> {
  const schema = schemaOf(isPostgres(db));
  const { rows } = await sql`delete from ${sql.table(DEFAULT_MIGRATION_TABLE)}
    where name = ${REPLACED_MIGRATION} returning name`.execute(db);
  const kept = rows.length > 0 ? await takeOut(db) : undefined;
  for (const statement of schema.tables) await sql.raw(statement).execute(db);
  await insertFirstRows(db, schema, kept);
  if (kept !== undefined) await putBack(db, schema, kept);
  for (const statement of schema.indexes) await sql.raw(statement).execute(db);
  for (const statement of schema.triggers) await sql.raw(statement).execute(db);
}

/** The columns of the tables of 0.1.0, by table. */
type KeptTables = ReadonlyMap<string, readonly string[]>;

const keptName = (table: string) => `kept_${table}`;

async function insertFirstRows(
  db: AnyDb,
  { rows }: SchemaStatements,
  kept: KeptTables | undefined,
) {
  for (const [table, row] of Object.entries(rows)) {
    if (kept?.has(table) !== true) await sql.raw(`insert into ${table} ${row}`).execute(db);
  }
}

/** Copies all tables, and drops them with what belongs to them. */
async function takeOut(db: AnyDb): Promise<KeptTables> {
  // URLs of webhooks were in plain text, which must not remain in unused parts of the file.
  if (!isPostgres(db)) await sql`pragma secure_delete = on`.execute(db);
  const temporary = sql.raw(isPostgres(db) ? "temporary" : "");
  const tables = await db.introspection.getTables();
  const kept = new Map(
    tables
      .filter(({ name, isView }) => !isView && !/^(?:search_index|sqlite_)/.test(name))
      .map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  );
  for (const table of [...kept.keys(), sequencesTable(db)]) {
    await sql`create ${temporary} table ${sql.table(keptName(table))} as
      select * from ${sql.table(table)}`.execute(db);
  }
  for (const table of kept.keys()) {
    await sql`drop table ${sql.table(table)} ${sql.raw(isPostgres(db) ? "cascade" : "")}`.execute(
      db,
    );
  }
  await (isPostgres(db) ? dropFunctions(db) : sql`drop table search_index`.execute(db));
  return kept;
}

/** Where the database keeps the highest id of each table. */
const sequencesTable = (db: AnyDb) => (isPostgres(db) ? "pg_sequences" : "sqlite_sequence");

async function dropFunctions(db: AnyDb): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(db);
  for (const { name } of rows) await sql.raw(`drop function ${name}`).execute(db);
  await sql`drop type posted_submission`.execute(db);
}

async function putBack(db: AnyDb, schema: SchemaStatements, kept: KeptTables): Promise<void> {
  const created = schema.tables.flatMap(
    (statement) => /^create table (\w+)/.exec(statement)?.[1] ?? [],
  );
  const tables = await db.introspection.getTables();
  for (const table of created) {
    const columns = tables
      .find(({ name }) => name === table)
      ?.columns.filter(({ name }) => kept.get(table)?.includes(name) === true)
      .map(({ name }) => name);
    if (columns === undefined || columns.length === 0) continue;
    // A boolean on PostgreSQL before.
    const values = columns.map((name) => (name === "only_one" ? sql`1` : sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from ${sql.table(keptName(table))}`.execute(db);
  }
  await moveSettings(db, "form", FORM_SETTINGS);
  await moveSettings(db, "webhook", WEBHOOK_SETTINGS);
  await giveEveryFormAProject(db);
  await keepOriginsOnly(db);
  await (isPostgres(db) ? restorePostgresSequences(db) : restoreSqliteSequences(db));
  for (const table of [...kept.keys(), sequencesTable(db)]) {
    await sql`drop table ${sql.table(keptName(table))}`.execute(db);
  }
}

const parse = (text: unknown): unknown => JSON.parse(String(text));
const same = (value: unknown): unknown => value;

/** What the column `settings` holds of the columns that 0.1.0 had. */
const FORM_SETTINGS: Readonly<Record<string, (value: unknown) => unknown>> = {
  timezone: same,
  redirect_url: same,
  redirect_heading: same,
  redirect_message: same,
  honeypot_field: same,
  duplicate_filter: (flag) => flag === 1,
  allowed_domains: parse,
  blocked_domains: parse,
  content_blacklist: parse,
  spam_checks: parse,
  lead_scoring: parse,
};
const WEBHOOK_SETTINGS: typeof FORM_SETTINGS = { format: same, content_type: same, template: same };

async function moveSettings(
  db: AnyDb,
  table: "form" | "webhook",
  settings: typeof FORM_SETTINGS,
): Promise<void> {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select * from ${sql.table(keptName(table))}`.execute(db);
  for (const row of rows) {
    const moved = Object.entries(settings).flatMap(([name, convert]) =>
      row[name] === null ? [] : [[name, convert(row[name])] as const],
    );
    await sql`update ${sql.table(table)} set settings = ${JSON.stringify(Object.fromEntries(moved))}
      where id = ${row["id"]}`.execute(db);
  }
}

/** The first of its account, which gets one if it has none. */
async function giveEveryFormAProject(db: AnyDb): Promise<void> {
  await sql`insert into project (account_id, name, created_at, updated_at)
    select id, 'My project', created_at, created_at from account
    where not exists (select 1 from project where account_id = account.id)`.execute(db);
  await sql`update form
    set project_id = (select min(id) from project where account_id = form.account_id)
    where project_id is null and deleted_at is null`.execute(db);
}

/** The log had the whole URLs of webhooks, also of deleted ones. */
async function keepOriginsOnly(db: AnyDb): Promise<void> {
  const { rows } = await sql<{ url: string }>`
    select distinct url from delivery where ${isAddressOf("webhook", "url")}`.execute(db);
  const origins = rows.map(({ url }) => ({ url, origin: originOfUrl(url) ?? MASK }));
  await sql`update delivery set url = given.origin
    from ${givenRows(db, { url: "text", origin: "text" }, origins)}
    where delivery.url = given.url`.execute(db);
}

/** No id is used a second time. */
async function restorePostgresSequences(db: AnyDb): Promise<void> {
  await sql`select setval(sequencename::regclass, last_value)
    from kept_pg_sequences where last_value is not null`.execute(db);
}

async function restoreSqliteSequences(db: AnyDb): Promise<void> {
  await sql`delete from sqlite_sequence`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) select name, seq from kept_sqlite_sequence`.execute(
    db,
  );
  await sql`insert into search_index (rowid, folded) select id, folded from search_text`.execute(
    db,
  );
}
