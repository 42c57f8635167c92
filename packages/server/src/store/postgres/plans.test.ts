// How PostgreSQL runs what is asked of large tables: by an index, whatever their size.
import { hash } from "node:crypto";
import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addWebhook,
  type Fixture,
  newSubmission,
  openFixture,
} from "../../../test/store-fixture.ts";
import { attemptStats } from "../deliveries/attempt-stats.ts";
import { listAudit, recordFailedSignIn, pruneAudit } from "../accounts/audit.ts";
import type { ClaimedDelivery } from "../deliveries/claimed-delivery.ts";
import { storeDeliveryBodies } from "../deliveries/delivery-bodies.ts";
import { claimDue, nextDueAt, releaseClaims } from "../deliveries/delivery-claims.ts";
import { contentsOf } from "../deliveries/delivery-contents.ts";
import { getDeliveries, listDeliveries } from "../deliveries/delivery-log.ts";
import { recoverLeases } from "../deliveries/delivery-leases.ts";
import { recordOutcomes } from "../deliveries/delivery-outcomes.ts";
import { clearRemovedFiles, referencedFiles, removedFiles } from "../files/file-ledger.ts";
import { listFailed, refireFailed } from "../deliveries/failed-deliveries.ts";
import { refireDelivery, refireSubmissions } from "../deliveries/deliveries.ts";
import { deleteFormBatch, nextDeletedForm } from "../forms/deleted-forms.ts";
import { removeExpired } from "../submissions/expired-submissions.ts";
import { pruneEvents } from "../events/prune-events.ts";
import { newestEventPosition, readEvents } from "../events/events.ts";
import { deleteForm } from "../forms/forms.ts";
import { IDEMPOTENCY_KEY_LIFETIME_MS, requestKey } from "../../domain/idempotency-key.ts";
import { readForm } from "../forms/form-lookup.ts";
import { pruneIdempotencyKeys, runOnce } from "../idempotency/idempotency-keys.ts";
import { readKey } from "../accounts/api-key-lookup.ts";
import { pruneDeliveries } from "../deliveries/pruned-deliveries.ts";
import { indexSubmissions, isIndexBehind } from "../submissions/search-text.ts";
import { pageByEmail, searchIndex, searchRows } from "../submissions/submission-search.ts";
import type { Flag, Schema } from "../engine/schema.ts";
import { countStates, countSubmissions } from "../submissions/submission-counts.ts";
import { accountDays, countEarlierDays, formDays } from "../submissions/submission-days.ts";
import { oldestDue } from "../webhooks/webhooks-needing-attention.ts";
import { UNFILTERED } from "../../domain/submission-filter.ts";
import { listSubmissions, pageOfIds } from "../submissions/submission-list.ts";
import { deleteSubmission, getSubmission, updateSubmission } from "../submissions/submissions.ts";
import { updateSubmissions } from "../submissions/submission-changes.ts";
import {
  claimSubmissions,
  extendLeases,
  releaseSubmissions,
} from "../submissions/submission-claims.ts";
import { leadContents } from "../leads/lead-contents.ts";
import { newestDeliveries, webhookHealth } from "../webhooks/webhook-health.ts";
import { claimLeads, nextLeadAt, recoverLeads, recordLeadOutcome } from "../leads/lead-scores.ts";
import { ACCEPT, ACCEPT_WITH_LEADS } from "./accept-statement.ts";
import { silentLog } from "../../platform/log.ts";
import { claimCheckText } from "./claim-check.ts";
import { openPostgres } from "./database.ts";
import { postedRows, readPostedType } from "./posted-rows.ts";
import { prepareTrigrams } from "./trigrams.ts";

/** Those that have submissions; there are more. */
const FORMS = 40;
const EMPTY_FORMS = 3_000;
const ROWS = 20_000;
const WEBHOOKS = 20;
const NOW = 10_000_000;

let fixture: Fixture;
let pool: pg.Pool;
/** Remembers every statement that runs through it. */
let db: Kysely<Schema>;
let ran: { readonly text: string; readonly values: readonly unknown[] }[] = [];

beforeAll(async () => {
  fixture = await openFixture();
  if (fixture.database.kind !== "postgres") throw new Error("This run is about SQLite.");
  // The database may be dropped before the last connection has ended.
  ({ pool } = await openPostgres(fixture.database.url, () => undefined));
  db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      ran.push({ text: query.sql, values: query.parameters });
    },
  });
  for (let n = 0; n < WEBHOOKS; n++) await addWebhook(fixture);
  await fill();
});
afterAll(async () => {
  await db.destroy();
  await fixture.close();
});

/** Each form has as many rows as another one, each webhook too; states come up as they do in life. */
async function fill(): Promise<void> {
  await sql`insert into form (id, account_id, project_id, uuid, name, timezone, redirect_url,
      redirect_heading, redirect_message, honeypot_field, duplicate_filter, allowed_domains,
      blocked_domains, content_blacklist, captcha, retention_days, lead_scoring, created_at, updated_at)
      select 1 + n, account_id, project_id, lpad(to_hex(n + 255), 12, '0'), name, timezone,
    null, null, null, honeypot_field, 1, '[]', '[]', '[]', null, null, '{}', 1, 1
    from form, generate_series(1, ${sql.lit(EMPTY_FORMS)}) as n where id = 1`.execute(db);
  await sql`insert into api_key (account_id, name, can_delete, hash, prefix, created_at)
    select 1, 'Key', 0, decode(md5(n::text) || md5(n::text), 'hex'), 'itk', 1
    from generate_series(1, ${sql.lit(EMPTY_FORMS)}) as n`.execute(db);
  await sql`insert into submission (account_id, form_id, email, fields, read, spam, trash, content_hash,
      created_at, updated_at)
    select 1, 1 + n % ${sql.lit(FORMS)}, 'p' || n || '@example.org', '[["message","number"]]',
      case when n % 10 = 0 then 0 else 1 end, case when n % 7 = 0 then 1 else 0 end,
      case when n % 50 = 0 then 1 else 0 end, decode(md5(n::text), 'hex'), n, n
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
  await sql`insert into event (transaction_id, id, account_id, form_id, kind, items, created_at)
    select n / 3, n, 1, 1, 'submission.updated', '[1]', n / 5000
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

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly Plans?: readonly Plan[];
}
const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function nodesFor(text: string, values: readonly unknown[]): Promise<readonly Plan[]> {
  const { rows } = await pool.query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
    `explain (format json) ${text}`,
    [...values],
  );
  return rows.flatMap((row) => row["QUERY PLAN"].flatMap((one) => nodesOf(one.Plan)));
}

const LARGE = new Set([
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
/** Statements that would read a large table from its beginning. */
async function scans(statements: typeof ran): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { text, values } of statements) {
    if (/^(?:begin|commit|rollback|savepoint|release)/i.test(text)) continue;
    for (const node of await nodesFor(text, values)) {
      const isScan = node["Node Type"] === "Seq Scan" && LARGE.has(node["Relation Name"] ?? "");
      if (isScan) found.push(`${node["Relation Name"]}: ${text}`);
    }
  }
  return found;
}

/** Runs it in a transaction that is taken back, then asks how its statements are run. */
async function scansOf(run: (on: Kysely<Schema>) => Promise<unknown>): Promise<readonly string[]> {
  ran = [];
  const undone = new Error("undone");
  await db
    .transaction()
    .execute(async (transaction) => {
      await run(transaction);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  const statements = [...ran];
  expect(statements.length).toBeGreaterThan(2);
  return scans(statements);
}

it("would see a scan if there were one", async () => {
  const all = (on: Kysely<Schema>) =>
    on.selectFrom("delivery").select("id").where("webhook_name", "=", "nobody").execute();

  expect(await scansOf(all)).toHaveLength(1);
});

describe("no table is scanned", () => {
  const PLAIN: readonly [
    string,
    number | undefined,
    { [k in "read" | "spam" | "trash"]?: Flag },
  ][] = [
    ["new of a form", 1, { read: 0, spam: 0, trash: 0 }],
    ["all of a form", 1, { spam: 0, trash: 0 }],
    ["spam of a form", 1, { spam: 1, trash: 0 }],
    ["trash of a form", 1, { trash: 1 }],
    ["everything of a form", 1, {}],
    ["new", undefined, { read: 0, spam: 0, trash: 0 }],
    ["unread", undefined, { read: 0, trash: 0 }],
    ["all", undefined, { spam: 0, trash: 0 }],
    ["spam", undefined, { spam: 1, trash: 0 }],
    ["trash", undefined, { trash: 1 }],
  ];
  describe.each(PLAIN)("by the list of %s", (_, form_id, states) => {
    const filter = { ...UNFILTERED, account_id: 1, form_id, states };
    const dated = { ...filter, created_after: 5_000, created_before: 6_000 };
    it.each([
      ["newest first", { ...filter, order: "date_desc" as const }],
      ["oldest first", { ...filter, order: "date_asc" as const }],
      ["from a cursor", { ...filter, order: "date_desc" as const, after_id: 15_000 }],
      ["upwards from a cursor", { ...filter, order: "date_asc" as const, after_id: 15_000 }],
      ["between dates", { ...dated, order: "date_desc" as const }],
    ])("%s", async (__, page) => {
      expect(
        await scansOf((on) => listSubmissions(on, { ...page, limit: 100, offset: 0 })),
      ).toEqual([]);
    });

    it("or its count", async () => {
      expect(await scansOf((on) => countSubmissions(on, dated))).toEqual([]);
    });
  });

  it.each(["date_desc", "date_asc"] as const)(
    "and none is sorted by a form's page, %s",
    async (order) => {
      const states = { spam: 0, trash: 0 } as const;
      const filter = { account_id: 1, form_id: 1, states, above: undefined, below: undefined };
      const page = { order, limit: 50, offset: 0 };
      const { sql: text, parameters } = pageOfIds(db, filter, page).compile();

      const nodes = await nodesFor(text, parameters);

      expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
    },
  );

  it("by the sweep of files", async () => {
    const storage_keys = Array.from({ length: 1_000 }, (_, n) => `gone${n}`);

    expect(
      await scansOf(async (on) => {
        await removedFiles(on, { limit: 1_000 });
        await referencedFiles(on, { storage_keys });
        await clearRemovedFiles(on, { storage_keys });
      }),
    ).toEqual([]);
  });

  const leases = { now: NOW, lease_token: "9.new", lease_expires_at: 2 * NOW };
  const claim = {
    ...leases,
    limit: 64,
    load_of: { 3: { in_flight: 4, free: 12 } },
    free_of_others: 2,
    reserved_for_idle: 8,
    is_idle: true,
    may_start_quarantined: false,
  };
  const outcomes = Array.from({ length: 64 }, (_, n) => ({
    id: 7 + 100 * n,
    lease_token: `1.t${7 + 100 * n}`,
    webhook_id: 8,
    submission_id: 7 + 100 * n,
    next: { state: "succeeded", reason: null, next_attempt_at: null } as const,
    is_counted: true,
    gone_url: null,
    attempt: {
      number: 1,
      started_at: 1,
      duration_ms: 1,
      outcome: "succeeded" as const,
      http_status: 200,
      error_code: null,
      response_excerpt: null,
      remote_ip: null,
      next_attempt_at: null,
    },
  }));
  const ids = outcomes.map(({ id }) => id);
  const claimedRows = ids.map((id): ClaimedDelivery => ({
    id,
    submission_id: id,
    webhook_id: id,
    attempts_made: 1,
    claims: 2,
    trigger: "intake",
    created_at: NOW,
  }));
  const log = { account_id: 1, limit: 50, offset: 0 };
  const failed = { account_id: 1, webhook_id: 9, after_id: 0, limit: 100 };
  const scope = { id: 9, account_id: 1 };
  const consumer = {
    account_id: 1,
    spam: 0,
    limit: 100,
    consumer: "worker",
    lease_token: "lease",
    lease_expires_at: NOW + 1_000,
    now: NOW,
  } as const;
  const searched = {
    ...UNFILTERED,
    account_id: 1,
    states: { spam: 0, trash: 0 },
    order: "date_desc",
    text: "a number",
  } as const;
  const byEmail = { order: "email_asc", limit: 10, offset: 0 } as const;
  it.each<[string, (on: Kysely<Schema>) => Promise<unknown>]>([
    ["counting states", (on) => countStates(on, { account_id: 1 })],
    ["counting a form's states", (on) => countStates(on, { account_id: 1, form_id: 1 })],
    ["a claim", (on) => claimDue(on, claim)],
    ["a claim of what goes alone", (on) => claimDue(on, { ...claim, may_start_quarantined: true })],
    [
      "a claim that finds disabled webhooks",
      async (on) => {
        await on.updateTable("webhook").set({ enabled: 0 }).where("id", ">", 10).execute();
        await claimDue(on, claim);
      },
    ],
    ["the time of the next claim", (on) => nextDueAt(on, {})],
    ["handing claims back", (on) => releaseClaims(on, { ids, lease_token: "1.t7", now: NOW })],
    [
      "taking leases back",
      (on) =>
        recoverLeases(on, {
          now: NOW,
          is_start: false,
          limit: 500,
          quarantine_delays_ms: [1, 2, 3],
        }),
    ],
    ["what claims are sent with", (on) => contentsOf(on, claimedRows, fixture.box)],
    [
      "storing their bytes",
      (on) =>
        storeDeliveryBodies(on, {
          bodies: ids.map((id) => ({
            submission_id: id,
            webhook_id: 99,
            content_type: "text/plain",
            body: Buffer.from("x"),
            sha256: Buffer.alloc(32),
          })),
          now: NOW,
        }),
    ],
    ["settling", (on) => recordOutcomes(on, { outcomes, now: NOW })],
    ["the log of a webhook", (on) => listDeliveries(on, { ...log, webhook_id: 9 })],
    [
      "the log of a webhook's failures",
      (on) => listDeliveries(on, { ...log, webhook_id: 9, state: "exhausted", after_id: 9_000 }),
    ],
    ["the log of a form", (on) => listDeliveries(on, { ...log, form_id: 9 })],
    ["the log of a submission", (on) => listDeliveries(on, { ...log, submission_id: 9 })],
    [
      "a webhook's newest entries",
      (on) => newestDeliveries(on, { ...scope, webhook_id: 9, limit: 10 }),
    ],
    [
      "the health of webhooks",
      (on) => webhookHealth(on, { account_id: 1, ids: [7, 8, 9], now: NOW, limit: 200 }),
    ],
    ["entries of the log", (on) => getDeliveries(on, { ids })],
    ["failures to fire again", (on) => listFailed(on, { ...failed, since: 0 })],
    ["the newest failures to fire again", (on) => listFailed(on, { ...failed, since: 19_000 })],
    ["firing them again", (on) => refireFailed(on, { ids: [8, 108, 208], now: NOW })],
    ["firing an entry again", (on) => refireDelivery(on, { ...scope, id: 40, now: NOW })],
    [
      "firing submissions again",
      (on) =>
        refireSubmissions(on, {
          account_id: 1,
          submission_ids: [40, 80, 120],
          trigger: "refire",
          now: NOW,
        }),
    ],
    ["a submission", (on) => getSubmission(on, scope)],
    ["the newest event", (on) => newestEventPosition(on, {})],
    [
      "the next events",
      (on) =>
        readEvents(on, {
          account_id: 1,
          form_id: 1,
          after: { submission: 19_000, transaction_id: 10, event: 10 },
        }),
    ],
    ["forgetting events", (on) => pruneEvents(on, { now: NOW * NOW, limit: 100 })],
    [
      "a change of it",
      (on) => updateSubmission(on, { ...scope, change: { spam: true }, now: NOW }),
    ],
    [
      "marking it ham",
      (on) => updateSubmission(on, { ...scope, id: 280, change: { spam: false }, now: NOW }),
    ],
    [
      "marking many",
      (on) =>
        updateSubmissions(on, {
          account_id: 1,
          submission_ids: [9, 280, 300],
          change: { spam: true, read: true },
          now: NOW,
        }),
    ],
    ["a consumer's claim", (on) => claimSubmissions(on, consumer)],
    ["a consumer's claim of a form", (on) => claimSubmissions(on, { ...consumer, form_id: 1 })],
    [
      "what follows a consumer's claim",
      async (on) => {
        const { submission_ids } = await claimSubmissions(on, consumer);
        const lease = { account_id: 1, lease_token: "lease", now: NOW };
        const lease_expires_at = NOW + 2_000;
        await extendLeases(on, { ...lease, submission_ids: undefined, lease_expires_at });
        await releaseSubmissions(on, { ...lease, submission_ids, as: { kind: "dead" } });
      },
    ],
    [
      "what is done once",
      async (on) => {
        const key = requestKey({ scope: "account 1", key: "k", content: "c" });
        const once = () => runOnce(on, { ...key, now: NOW }, () => Promise.resolve(1));
        expect([await once(), await once()]).toEqual([
          { result: 1, isRepeat: false },
          { result: 1, isRepeat: true },
        ]);
      },
    ],
    [
      "forgetting old keys",
      (on) => pruneIdempotencyKeys(on, { now: 100 + IDEMPOTENCY_KEY_LIFETIME_MS, limit: 500 }),
    ],
    [
      "a claim of leads",
      (on) => claimLeads(on, { ...leases, limit: 4, created_before: undefined }),
    ],
    ["the time of the next lead", (on) => nextLeadAt(on, {})],
    ["what leads are scored from", (on) => leadContents(on, { ids: [100, 200] })],
    ["taking leads back", (on) => recoverLeads(on, { now: NOW, is_start: false })],
    [
      "putting a score down",
      (on) =>
        recordLeadOutcome(on, {
          kind: "scored",
          score: { score: 5, score_reasoning: "Why", score_location_info: null },
          submission_id: 1_001,
          lease_token: "1.x1001",
          now: NOW,
        }),
    ],
    ["a form's uuid", (on) => readForm(on, "00000000000f", fixture.box)],
    ["a form's id", (on) => readForm(on, "12", fixture.box)],
    ["a key", (on) => readKey(on, hash("sha256", "key", "buffer"))],
    ["the form to take away", (on) => nextDeletedForm(on, {})],
    [
      "a batch of a deleted form",
      async (on) => {
        await deleteForm(on, { account_id: 1, form_id: 9, now: NOW });
        await deleteFormBatch(on, { limit: 20 });
      },
    ],
    [
      "the end of a deleted form",
      async (on) => {
        await deleteForm(on, { account_id: 1, form_id: 3_000, now: NOW });
        await deleteFormBatch(on, { limit: 20 });
      },
    ],
    [
      "what has expired",
      (on) =>
        removeExpired(on, {
          group: { form_id: 3, spam: 1, trash: 0 },
          after_id: 500,
          limit: 20,
          spam_before: 9_000,
          trash_before: 9_000,
          now: NOW,
        }),
    ],
    ["pruning", (on) => pruneDeliveries(on, { finished_before: 9_000, now: NOW, limit: 50 })],
    ["what the index lacks", (on) => isIndexBehind(on, {})],
    ["indexing", (on) => indexSubmissions(on, { limit: 100 })],
    ["a search of a state", (on) => searchRows(on, { ...searched, form_id: 1, range: {} })],
    ["a search of all forms", (on) => searchRows(on, { ...searched, range: { below: 9_000 } })],
    [
      "a search by the index",
      (on) => searchIndex(on, { ...searched, text: "seldom", range: { below: 15_000 } }),
    ],
    [
      "a search by the index upwards",
      (on) =>
        searchIndex(on, { ...searched, order: "date_asc", text: "seldom", range: { above: 9 } }),
    ],
    ["a search's page by e-mail", (on) => pageByEmail(on, { ...byEmail, ids: [9, 8, 7] })],
    ["days of all forms", (on) => accountDays(on, { account_id: 1, from_day: 3 })],
    [
      "days of a page of forms",
      (on) => formDays(on, { account_id: 1, form_ids: ids, from_day: 3 }),
    ],
    [
      "counting earlier days",
      async (on) => {
        await on.updateTable("day_backfill").set({ below: 15_000 }).execute();
        await countEarlierDays(on, { limit: 100 });
      },
    ],
    ["the latest attempts", (on) => attemptStats(on, { account_id: 1 })],
    ["the oldest due delivery", (on) => oldestDue(on, { account_id: 1 })],
    ["the audit", (on) => listAudit(on, { account_id: 1, limit: 50 })],
    ["the audit further on", (on) => listAudit(on, { account_id: 1, limit: 50, before_id: 9_000 })],
    ["the audit of one", (on) => listAudit(on, { account_id: 1, actor: "Key 7", limit: 50 })],
    [
      "the audit of an action",
      (on) => listAudit(on, { account_id: 1, action: "password.wrong", limit: 50 }),
    ],
    ["forgetting the audit", (on) => pruneAudit(on, { before: 1_000, limit: 100 })],
    [
      "wrong passwords",
      (on) => recordFailedSignIn(on, { account_id: 1, email: "a@example.org", ip: null, now: NOW }),
    ],
    ["its end", (on) => deleteSubmission(on, { ...scope, now: NOW })],
  ])("by %s", async (_, run) => {
    expect(await scansOf(run)).toEqual([]);
  });

  it("by the check before a claim", async () => {
    expect(await scans([{ text: claimCheckText(db), values: [NOW] }])).toEqual([]);
  });

  it("by posts, which search for duplicates", async () => {
    const posts = Array.from({ length: 64 }, (_, n) => newSubmission(n, { now: NOW }));

    expect(
      await scans([{ text: ACCEPT, values: [postedRows(await readPostedType(pool), posts)] }]),
    ).toEqual([]);
  });

  it("by posts with files and leads", async () => {
    const lead = { score: null, score_reasoning: null, score_location_info: null, wait_ms: 30_000 };
    const posts = Array.from({ length: 64 }, (_, n) => newSubmission(n, { now: NOW }));
    const leads = posts.map((_, n) => ({ ...lead, place: n + 1 }));
    const rows = postedRows(await readPostedType(pool), posts);
    const values = [rows, "[]", JSON.stringify(leads)];

    expect(await scans([{ text: ACCEPT_WITH_LEADS, values }])).toEqual([]);
  });
});
