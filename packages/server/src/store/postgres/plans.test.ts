// PostgreSQL runs the statements on large tables by an index, whatever their size.
import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSubmission } from "../../../test/store-fixture.ts";
import { attemptStats } from "../deliveries/attempt-stats.ts";
import { listAudit, recordStranger, pruneAudit } from "../accounts/audit.ts";
import { clearRemovedFiles, referencedFiles, removedFiles } from "../files/file-ledger.ts";
import { deleteFormBatch, nextDeletedForm } from "../forms/deleted-forms.ts";
import { removeExpired } from "../submissions/expired-submissions.ts";
import { pruneEvents, newestEventPosition, readEvents } from "../events/events.ts";
import { deleteForm } from "../forms/forms.ts";
import { IDEMPOTENCY_KEY_LIFETIME_MS, requestKey } from "../../domain/account/idempotency-key.ts";
import { readForm } from "../forms/form-lookup.ts";
import { pruneIdempotencyKeys, runOnce } from "../idempotency/idempotency-keys.ts";
import { readKey } from "../accounts/api-keys.ts";
import { pruneDeliveries } from "../deliveries/delivery-log.ts";
import { indexSubmissions, isIndexBehind } from "../submissions/search-text.ts";
import {
  pageByEmail,
  searchIndex,
  searchMarks,
  searchRows,
} from "../submissions/submission-search.ts";
import type { Schema } from "../engine/schema.ts";
import { countStates, countSubmissions } from "../submissions/submission-counts.ts";
import { listSubmissionIds } from "../submissions/submission-list.ts";
import { accountAnswers } from "../statistics/answers.ts";
import { accountDays, countEarlierDays, formDays } from "../submissions/submission-days.ts";
import { oldestDue } from "../webhooks/webhooks-needing-attention.ts";
import { NO_TERMS } from "../../domain/submission/search-query.ts";
import { CONDITIONS, TAGGED } from "../../../test/store/search-terms.ts";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import { deleteSubmission, getSubmission, updateSubmission } from "../submissions/submissions.ts";
import { updateSubmissions } from "../submissions/submission-changes.ts";
import {
  claimSubmissions,
  extendLeases,
  releaseSubmissions,
} from "../submissions/submission-claims.ts";
import { claimLeads, nextLeadAt, recoverLeads, recordLeadOutcome } from "../leads/lead-scores.ts";
import { DESTINATION_KINDS } from "../../domain/delivery/destination.ts";
import { leadContents } from "../leads/lead-contents.ts";
import { acceptStatements } from "./accept-statement.ts";
import { postedRows, readPostedType } from "./posted-rows.ts";

import { type LargeDatabase, NOW, openLargeDatabase } from "../../../test/postgres-plans.ts";

const SELDOM = { ...NO_TERMS, contains: ["seldom"] };
const TOKEN = "00000000-0000-4000-8000-000000000000";

let large: LargeDatabase;
beforeAll(async () => {
  large = await openLargeDatabase();
});
afterAll(() => large.close());

describe("no table is scanned", () => {
  it("by the sweep of files", async () => {
    const storage_keys = Array.from({ length: 1_000 }, (_, n) => `gone${n}`);

    expect(
      await large.scansOf(async (on) => {
        await removedFiles(on, { limit: 1_000 });
        await referencedFiles(on, { storage_keys });
        await clearRemovedFiles(on, { storage_keys });
      }),
    ).toEqual([]);
  });

  const leases = { now: NOW, lease_token: "9.new", lease_expires_at: 2 * NOW };
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
    terms: { ...NO_TERMS, contains: ["a number"] },
  } as const;
  const byEmail = { order: "email_asc", limit: 10, offset: 0 } as const;
  it.each<[string, (on: Kysely<Schema>) => Promise<unknown>]>([
    ["counting states", (on) => countStates(on, { account_id: 1 })],
    ["counting a form's states", (on) => countStates(on, { account_id: 1, form_id: 1 })],
    ["a submission", (on) => getSubmission(on, scope)],
    ["the newest event", (on) => newestEventPosition(on, {})],
    [
      "the next events",
      (on) =>
        readEvents(on, {
          account_id: 1,
          form_id: 1,
          after: { submission: 19_000, event: 10 },
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
    ["a form's uuid", (on) => readForm(on, "00000000000f", large.fixture.box)],
    ["a form's id", (on) => readForm(on, "12", large.fixture.box)],
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
      (on) => searchIndex(on, { ...searched, terms: SELDOM, range: { below: 15_000 } }),
    ],
    [
      "a search by the index upwards",
      (on) =>
        searchIndex(on, { ...searched, order: "date_asc", terms: SELDOM, range: { above: 9 } }),
    ],
    ["a search by tag", (on) => searchMarks(on, { ...searched, terms: TAGGED, range: {} })],
    [
      "a search by files, and by the other conditions",
      (on) => searchMarks(on, { ...searched, terms: CONDITIONS, range: { below: 9_000 } }),
    ],
    ["a search's page by e-mail", (on) => pageByEmail(on, { ...byEmail, ids: [9, 8, 7] })],
    ["days of all forms", (on) => accountDays(on, { account_id: 1, from_day: 3 })],
    [
      "days of a page of forms",
      (on) => formDays(on, { account_id: 1, form_ids: [7, 107, 207], from_day: 3 }),
    ],
    [
      "counting earlier days",
      async (on) => {
        await on.updateTable("day_backfill").set({ below: 15_000 }).execute();
        await countEarlierDays(on, { limit: 100 });
      },
    ],
    ["the first answers", (on) => accountAnswers(on, { account_id: 1, from: NOW - 1_000 })],
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
      "unknown addresses",
      (on) => recordStranger(on, { action: "login.unknown", ip: null, now: NOW }),
    ],
    ["its end", (on) => deleteSubmission(on, { ...scope, now: NOW })],
  ])("by %s", async (_, run) => {
    expect(await large.scansOf(run)).toEqual([]);
  });

  const delivered = { ...UNFILTERED, account_id: 1, delivery_state: "delivered" } as const;
  const ofForm = { ...delivered, form_id: 1 };
  const firstPage = { order: "date_desc", limit: 100, offset: 0 } as const;
  it.each<[string, (on: Kysely<Schema>) => Promise<unknown>]>([
    ["counting a delivery state", (on) => countSubmissions(on, delivered)],
    ["counting one of a form", (on) => countSubmissions(on, ofForm)],
    ["the first page of one", (on) => listSubmissionIds(on, { ...delivered, ...firstPage })],
    ["the first page of one of a form", (on) => listSubmissionIds(on, { ...ofForm, ...firstPage })],
  ])("nor is the order of ids followed by %s, since a state may have no rows", async (_, run) => {
    const reads = await large.readsOf("submission", run);

    expect(reads).toContain("some by submission_delivery_state");
    expect(reads.filter((read) => read.startsWith("all"))).toEqual([]);
  });

  it("by posts, which search for duplicates", async () => {
    const posts = Array.from({ length: 64 }, (_, n) => newSubmission(n, { now: NOW }));

    expect(
      await large.scans([
        {
          text: acceptStatements(DESTINATION_KINDS)[0],
          values: [postedRows(await readPostedType(large.pool), posts), NOW, TOKEN],
        },
      ]),
    ).toEqual([]);
  });

  it("by posts with files and leads", async () => {
    const lead = { score: null, score_reasoning: null, score_location_info: null, wait_ms: 30_000 };
    const posts = Array.from({ length: 64 }, (_, n) => newSubmission(n, { now: NOW }));
    const leads = posts.map((_, n) => ({ ...lead, position: n + 1 }));
    const rows = postedRows(await readPostedType(large.pool), posts);
    const values = [rows, NOW, TOKEN, "[]", JSON.stringify(leads)];

    expect(await large.scans([{ text: acceptStatements(DESTINATION_KINDS)[2], values }])).toEqual(
      [],
    );
  });
});
