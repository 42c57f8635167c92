/** Inserts many submissions with their counters directly into the database. */
import { sql } from "kysely";
import { systemClock } from "../src/platform/clock.ts";
import { openSqlite } from "../src/store/sqlite/database.ts";
import { isPostgres } from "../src/store/engine/dialect.ts";
import { openPostgres } from "../src/store/postgres/database.ts";
import type { Db } from "../src/store/engine/schema.ts";

const BATCH = 50_000;
/** One in ten submissions is unread and one in ten is spam. */
const UNREAD = "case when i % 10 = 0 then 0 else 1 end";
const SPAM = "case when i % 10 = 5 then 1 else 0 end";
/** One submission in a thousand waits, one in a hundred failed, one in fifty has a tag; the others were delivered. */
const WAITING = "case when i % 1000 = 1 then 1 else 0 end";
const SUCCEEDED = "case when i % 1000 = 1 or i % 100 = 2 or i % 10 = 5 then 0 else 1 end";
const FAILED = "case when i % 100 = 2 then 1 else 0 end";
const TAGS = `case when i % 50 = 3 then '["Sales","VIP"]' end`;
const YEAR_MS = 365 * 86_400_000;

/** A typical submission, about 700 bytes as JSON. */
const FIELDS = JSON.stringify([
  ["name", "Ada Lovelace"],
  ["email", "ada@example.org"],
  ["subject", "Hello"],
  ["message", "I would like to know more about what you make, and when you are open. ".repeat(4)],
]);

/**
 * @param at A SQLite file, or the URL of a PostgreSQL database.
 * @param into The id of a form that has no submission yet.
 */
export async function seed(
  at: string,
  { into: form_id, rows }: { readonly into: number; readonly rows: number },
): Promise<void> {
  const since = systemClock.now() - YEAR_MS;
  const db = at.includes("://")
    ? (await openPostgres(at, () => undefined)).db
    : openSqlite(at, "writer").db;
  try {
    for (let first = 1; first <= rows; first += BATCH) {
      const last = Math.min(rows, first + BATCH - 1);
      await db.transaction().execute((on) => insert(on, { form_id, since, first, last }));
    }
    await count(db, form_id);
    await tag(db, form_id);
    if (isPostgres(db)) await sql`vacuum analyze submission, submission_count`.execute(db);
  } finally {
    await db.destroy();
  }
}

async function insert(
  db: Db,
  { form_id, since, first, last }: Record<"form_id" | "since" | "first" | "last", number>,
): Promise<void> {
  await sql`
    insert into submission (account_id, form_id, email, fields, read, spam, spam_reason, source_url,
      ip, user_agent, content_hash, created_at, updated_at, deliveries_waiting, deliveries_succeeded,
      deliveries_failed, withheld_as_spam, tags)
    with recursive n(i) as (
      select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(last)}
    )
    select 1, ${sql.lit(form_id)}, 'ada' || i || '@example.org', ${sql.lit(FIELDS)},
      ${sql.raw(UNREAD)}, ${sql.raw(SPAM)}, ${sql.raw(`case when i % 10 = 5 then 'links' end`)},
      'https://example.org/contact', '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      ${isPostgres(db) ? sql`decode(md5(cast(i as text)), 'hex')` : sql`randomblob(16)`},
      ${sql.lit(since)} + i, ${sql.lit(since)} + i, ${sql.raw(WAITING)}, ${sql.raw(SUCCEEDED)},
      ${sql.raw(FAILED)}, ${sql.raw(SPAM)}, ${sql.raw(TAGS)}
    from n`.execute(db);
}

async function count(db: Db, form_id: number): Promise<void> {
  await sql`
    insert into submission_count (form_id, account_id, read, spam, trash, count)
    select form_id, account_id, read, spam, trash, count(*) from submission
    where form_id = ${sql.lit(form_id)} group by form_id, account_id, read, spam, trash`.execute(
    db,
  );
}

async function tag(db: Db, form_id: number): Promise<void> {
  for (const name of ["sales", "vip"]) {
    await sql`insert into submission_tag (account_id, tag, submission_id)
      select account_id, ${sql.lit(name)}, id from submission
      where form_id = ${sql.lit(form_id)} and tags is not null order by id`.execute(db);
  }
}

/** Creates a database in the cluster of `url` and returns its URL. */
export async function createPostgres(url: string, name: string): Promise<string> {
  const { db } = await openPostgres(url, () => undefined);
  await sql`create database ${sql.id(name)}`.execute(db);
  await db.destroy();
  const created = new URL(url);
  created.pathname = name;
  return created.href;
}
