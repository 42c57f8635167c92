/** For tests: a PostgreSQL database with large tables, and the plans of the statements that run on it. */
import { Kysely, PostgresDialect, sql } from "kysely";
import { silentLog } from "../src/platform/log.ts";
import { prepareTrigrams } from "../src/store/postgres/trigrams.ts";
import { openPostgres } from "../src/store/postgres/database.ts";
import type { Schema } from "../src/store/engine/schema.ts";
import { rollBack } from "./roll-back.ts";
import { NOW } from "./store/large-statements.ts";
import { addWebhook, openFixture } from "./fixture.ts";

/** Forms with submissions; {@link EMPTY_FORMS} have none. */
const FORMS = 40;
const EMPTY_FORMS = 3_000;
const ROWS = 20_000;
const WEBHOOKS = 20;

const LARGE_TABLES = new Set([
  "event",
  "submission",
  "attachment",
  "removed_file",
  "delivery",
  "delivery_body",
  "attempt",
  "lead_score",
  "form",
  "api_key",
  "search_text",
  "idempotency_key",
  "audit",
  "submission_day",
]);

type Statement = { readonly text: string; readonly values: readonly unknown[] };

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Plan[];
}

export async function openLargeDatabase() {
  const fixture = await openFixture();
  // The database may be dropped before the last connection has ended.
  const { pool } = await openPostgres(fixture.postgresUrl, () => undefined);
  let ran: Statement[] = [];
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void ran.push({ text: query.sql, values: query.parameters }),
  });
  for (let n = 0; n < WEBHOOKS; n++) await addWebhook(fixture);
  await fill(db);

  async function nodesFor(text: string, values: readonly unknown[]): Promise<readonly Plan[]> {
    const { rows } = await pool.query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
      `explain (format json) ${text}`,
      [...values],
    );
    return rows.flatMap((row) => row["QUERY PLAN"].flatMap((one) => nodesOf(one.Plan)));
  }

  async function scans(statements: readonly Statement[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { text, values } of statements) {
      for (const node of await nodesFor(text, values)) {
        const table = node["Relation Name"] ?? "";
        const isScan = node["Node Type"] === "Seq Scan" && LARGE_TABLES.has(table);
        if (isScan) found.push(`${table}: ${text}`);
      }
    }
    return found;
  }

  async function statementsOf(run: (on: Kysely<Schema>) => Promise<unknown>) {
    ran = [];
    await rollBack(db, run);
    const statements = [...ran];
    // Begin and rollback, and at least one query.
    if (statements.length < 3) throw new Error("No query was recorded.");
    return statements.filter(
      ({ text }) => !/^(?:begin|commit|rollback|savepoint|release)/i.test(text),
    );
  }

  async function readsOf(table: string, run: (on: Kysely<Schema>) => Promise<unknown>) {
    const statements = await statementsOf(run);
    const plans = await Promise.all(statements.map(({ text, values }) => nodesFor(text, values)));
    return plans.flat().flatMap((node) => {
      if (node["Relation Name"] !== table) return [];
      const of = node["Index Cond"] === undefined ? "all" : "some";
      return `${of} by ${node["Index Name"] ?? node["Node Type"]}`;
    });
  }

  return {
    fixture,
    pool,
    db,
    nodesFor,
    /** The statements that would scan a large table. */
    scans,
    /** Runs the queries in a transaction that is rolled back. Returns those that would scan a large table. */
    scansOf: async (run: (on: Kysely<Schema>) => Promise<unknown>) =>
      scans(await statementsOf(run)),
    /** How the plans of the queries read a table: `some by` or `all by` an index. */
    readsOf,
    async close() {
      await db.destroy();
      await fixture.close();
    },
  };
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Rows are spread evenly over forms and webhooks; states are as frequent as in use. */
async function fill(db: Kysely<Schema>): Promise<void> {
  await sql`insert into form (id, account_id, project_id, uuid, name, created_at, updated_at)
    select 1 + n, account_id, project_id, lpad(to_hex(n + 255), 12, '0'), name, 1, 1
    from form, generate_series(1, ${sql.lit(EMPTY_FORMS)}) as n where id = 1`.execute(db);
  await sql`insert into api_key (account_id, name, can_delete, hash, prefix, created_at)
    select 1, 'Key', 0, decode(md5(n::text) || md5(n::text), 'hex'), 'itk', 1
    from generate_series(1, ${sql.lit(EMPTY_FORMS)}) as n`.execute(db);
  await sql`insert into submission (account_id, form_id, email, fields, read, spam, trash, deliveries_waiting,
      deliveries_succeeded, withheld_as_spam, content_hash, created_at, updated_at)
    select 1, 1 + n % ${sql.lit(FORMS)}, 'p' || n || '@example.org', '[["message","number"]]',
      case when n % 10 = 0 then 0 else 1 end, case when n % 7 = 0 then 1 else 0 end,
      case when n % 50 = 0 then 1 else 0 end, 0, case when n % 7 = 0 then 0 else 1 end,
      case when n % 7 = 0 then 1 else 0 end, decode(md5(n::text), 'hex'), n, n
    from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db);
  await sql`insert into submission_count select form_id, account_id, read, spam, trash, count(*)
    from submission group by form_id, account_id, read, spam, trash`.execute(db);
  await sql`insert into delivery (account_id, form_id, submission_id, webhook_id, webhook_name, url,
      "trigger", state, reason, attempts_made, claims, lost_workers, next_attempt_at, lease_token,
      lease_expires_at, created_at, finished_at)
    select 1, form_id, id, 1 + id % ${sql.lit(WEBHOOKS)}, 'Receiver', 'http://127.0.0.1:9/hook', 'intake',
      state, case when state = 'exhausted' then 'http_500' end, 0, 1,
      case when id % 400 = 0 then 3 else 0 end,
      case when state = 'queued' then id end, case when state = 'delivering' then '1.t' || id end,
      case when state = 'delivering' then ${sql.lit(NOW)} + id end, id,
      case when state in ('succeeded', 'exhausted') then id end
    from (select id, form_id, case
      when id % 100 = 7 then 'delivering' when id % 100 = 8 then 'exhausted'
      when id % 4 = 0 then 'queued' else 'succeeded' end as state from submission) as made`.execute(
    db,
  );
  await sql`insert into delivery_body select submission_id, webhook_id, 'text/plain', '\\x00',
      decode(repeat('00', 32), 'hex'), 1 from delivery where state <> 'queued'`.execute(db);
  await sql`insert into lead_score (submission_id, score, score_reasoning, scored_at, next_try_at,
      lease_token, lease_expires_at, created_at)
    select id, case when kind > 1 then 5 end, case when kind > 1 then 'Why' end,
      case when kind > 1 then 1 end, case when kind = 0 then id end,
      case when kind = 1 then '1.x' || id end, case when kind = 1 then ${sql.lit(NOW)} + id end, id
    from (select id, case when id % 1000 = 1 then 1 when id % 100 = 0 then 0 else 2 end as kind from submission) as made`.execute(
    db,
  );
  await sql`insert into attempt (delivery_id, number, started_at, duration_ms, outcome)
    select id, 1, 1, 1, 'succeeded' from delivery where state = 'succeeded'`.execute(db);
  await sql`insert into idempotency_key (scope, key_hash, content_hash, result, created_at)
    select 'account 1', sha256(n::text::bytea), sha256(n::text::bytea), '1', n
    from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db);
  await sql`insert into search_text select id, case when id % 5000 = 0 then 'a seldom one' else 'a number ' || id end
    from submission`.execute(db);
  await prepareTrigrams(db, silentLog);
  await sql`insert into event (account_id, form_id, kind, items, created_at)
    select 1, 1, 'submission.updated', '[1]', n / 5000
    from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db);
  await sql`insert into attachment (account_id, form_id, submission_id, name, form_name,
      content_type, file_size, sha256, storage_key, public_token, created_at)
    select account_id, form_id, id, 'a', 'a', 'text/plain', 1, decode(repeat('00', 32), 'hex'),
      'key' || id, 'token' || id, 1 from submission`.execute(db);
  await sql`insert into audit (account_id, at, actor_kind, actor, action)
    select 1, n, 'key', 'Key ' || n % 200, case when n % 100 = 0 then 'password.wrong' else 'form.changed' end
    from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db);
  await sql`insert into submission_day (form_id, day, account_id, arrived, spam)
    select 1 + n % ${sql.lit(EMPTY_FORMS)}, n / ${sql.lit(EMPTY_FORMS)}, 1 + n % 50, 5, 1
    from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db);
  await sql`insert into removed_file select 'gone' || id from submission`.execute(db);
  await sql`analyze`.execute(db);
}
