/** Statements on large tables that both databases must run by an index: sqlite/plans.test.ts and postgres/plans.test.ts. */
import type { Kysely } from "kysely";
import { dismissUnreached } from "../../src/store/deliveries/dismissed-deliveries.ts";
import { listUnreached } from "../../src/store/deliveries/unreached.ts";
import { sendableDeliveries } from "../../src/store/deliveries/sendable-deliveries.ts";
import { IDEMPOTENCY_KEY_LIFETIME_MS } from "../../src/domain/account/idempotency-key.ts";
import { NO_TERMS } from "../../src/domain/submission/search-query.ts";
import { UNFILTERED } from "../../src/domain/submission/submission-filter.ts";
import { listAudit, pruneAudit, recordStranger } from "../../src/store/accounts/audit.ts";
import { alertFacts } from "../../src/store/alerts/alert-facts.ts";
import { claimDue } from "../../src/store/deliveries/delivery-claims.ts";
import { recoverLeases } from "../../src/store/deliveries/delivery-leases.ts";
import { listDeliveries, pruneDeliveries } from "../../src/store/deliveries/delivery-log.ts";
import { nextDueAt } from "../../src/store/deliveries/destination-queues.ts";
import { lateDeliveries } from "../../src/store/deliveries/late-deliveries.ts";
import type { Flag, Schema } from "../../src/store/engine/schema.ts";
import { pruneEvents, readEvents } from "../../src/store/events/events.ts";
import {
  clearRemovedFiles,
  referencedFiles,
  removedFiles,
} from "../../src/store/files/file-ledger.ts";
import { compactFileTotals, fileTotal } from "../../src/store/files/file-totals.ts";
import { deleteFormBatch, nextDeletedForm } from "../../src/store/forms/deleted-forms.ts";
import { deleteForm } from "../../src/store/forms/forms.ts";
import { pruneIdempotencyKeys } from "../../src/store/idempotency/idempotency-keys.ts";
import { claimLeads, nextLeadAt, recoverLeads } from "../../src/store/leads/lead-scores.ts";
import { accountAnswers } from "../../src/store/statistics/answers.ts";
import { openWork } from "../../src/store/statistics/open-work.ts";
import { rejectingForms } from "../../src/store/statistics/rejected-posts.ts";
import { indexSubmissions, isIndexBehind } from "../../src/store/submissions/search-text.ts";
import {
  accountDays,
  countEarlierDays,
  formArrivals,
  formDays,
} from "../../src/store/submissions/submission-days.ts";
import {
  pageByEmail,
  searchIndex,
  searchMarks,
  searchRows,
} from "../../src/store/submissions/submission-search.ts";
import {
  deleteSubmission,
  getSubmission,
  updateSubmission,
} from "../../src/store/submissions/submissions.ts";
import { newestDeliveries, webhookHealth } from "../../src/store/webhooks/webhook-health.ts";
import { oldestDue } from "../../src/store/webhooks/webhooks-needing-attention.ts";
import { FIXTURE_BOX } from "../fixture.ts";
import { claimRequest } from "./outcomes.ts";

/** Milliseconds since the epoch; all rows are older. */
export const NOW = 10_000_000;

/** Statements by what they do. */
export type NamedStatements = Readonly<Record<string, (on: Kysely<Schema>) => Promise<unknown>>>;

/** For `it.each`. */
export const named = (statements: NamedStatements) => Object.entries(statements);

const scope = { id: 9, account_id: 1 };
const lease = { now: NOW, lease_token: "9.new", lease_expires_at: 2 * NOW };
const claim = claimRequest({
  ...lease,
  load_of: { 3: { inFlight: 4, free: 12 } },
  freeOfOthers: 2,
  reservedForIdle: 8,
});
const lost = { now: NOW, limit: 500, quarantineDelaysMs: [1, 2, 3] };
export const SEARCHED = {
  ...UNFILTERED,
  account_id: 1,
  states: { spam: 0, trash: 0 },
  order: "date_desc",
  terms: { ...NO_TERMS, contains: ["a number"] },
} as const;
/** What few texts contain, so that their index is the quickest way to them. */
const SELDOM = { ...SEARCHED, terms: { ...NO_TERMS, contains: ["seldom"] } };
const TAGGED = { ...NO_TERMS, tags: ["vip"] };
/** All terms that are conditions of rows. */
const CONDITIONS = {
  ...NO_TERMS,
  has: ["file"],
  hasNo: ["note"],
  withoutTags: ["vip"],
  from: ["ada"],
  files: ["cv"],
  assignees: ["ada"],
  notAssignees: ["none", "bob@example.org"],
  isSeen: false,
} as const;
const UNREACHED = { account_id: 1, unreached: { destination_id: 9, reason: "http_503" } };
const WINDOW = { after_id: 0, untilId: 9_000, now: NOW, limit: 100 };

export const LARGE_STATEMENTS: NamedStatements = {
  "what the metrics count": (on) => openWork(on, {}),
  "forms that reject every post": (on) => rejectingForms(on, { account_id: 1, since: 0 }),
  "a submission": (on) => getSubmission(on, scope),
  "a change of a submission": (on) =>
    updateSubmission(on, { ...scope, change: { spam: true }, now: NOW }),
  "a deletion of a submission": (on) => deleteSubmission(on, { ...scope, now: NOW }),
  "the next events": (on) =>
    readEvents(on, { account_id: 1, form_id: 1, after: { submission: 19_000, event: 10 } }),
  "the time of the next claim": (on) => nextDueAt(on, {}),
  "a claim": (on) => claimDue(on, { ...claim, may_start_quarantined: false }),
  "a claim of a quarantined delivery": (on) => claimDue(on, claim),
  "a claim that finds disabled webhooks": async (on) => {
    await on.updateTable("webhook").set({ enabled: 0 }).execute();
    await claimDue(on, claim);
  },
  "a claim that finds deleted webhooks": async (on) => {
    await on.deleteFrom("webhook").execute();
    await claimDue(on, claim);
  },
  "leases of an earlier process": (on) => recoverLeases(on, { ...lost, isStart: true }),
  "expired leases and those of dead processes": (on) =>
    recoverLeases(on, { ...lost, isStart: false, deadOwners: [7] }),
  "pruning the webhook log": async (on) => {
    expect(await pruneDeliveries(on, { finishedBefore: 9_000, now: NOW, limit: 5 })).toBe(5);
  },
  "pruning events": async (on) => {
    expect(await pruneEvents(on, { now: NOW ** 2, limit: 3 })).toMatchObject({ pruned: 3 });
  },
  "pruning idempotency keys": async (on) => {
    const now = 30 + IDEMPOTENCY_KEY_LIFETIME_MS;
    expect(await pruneIdempotencyKeys(on, { now, limit: 9 })).toBe(9);
  },
  "deleting all of a form": async (on) => {
    await deleteForm(on, { account_id: 1, form_id: 1, now: NOW }, FIXTURE_BOX);
    while (await deleteFormBatch(on, { limit: 25 }));
    expect(await on.selectFrom("form").select("id").where("id", "=", 1).execute()).toEqual([]);
  },
  "the sweep of files": async (on) => {
    const storageKeys = await removedFiles(on, { limit: 1_000 });
    expect(storageKeys).not.toEqual([]);
    await referencedFiles(on, { storageKeys });
    await clearRemovedFiles(on, { storageKeys });
  },
  "deliveries that are due too late": (on) =>
    lateDeliveries(on, {
      now: 0,
      longestMs: [-1e12],
      after: { destination_id: 1, due_at: NOW, id: 9 },
      limit: 9,
    }),
  "what did not reach its destination": (on) => listUnreached(on, { account_id: 1 }),
  "sending of it": (on) => sendableDeliveries(on, { ...WINDOW, filter: UNREACHED }),
  "dismissing it": (on) =>
    dismissUnreached(on, { account_id: 1, ...UNREACHED.unreached, until: NOW, limit: 9, now: NOW }),
  "a claim of leads": (on) => claimLeads(on, { ...lease, limit: 4, created_before: undefined }),
  "the time of the next lead": (on) => nextLeadAt(on, {}),
  "leads whose lease has expired": (on) => recoverLeads(on, { now: NOW, isStart: false }),
  "leads of an earlier process": (on) => recoverLeads(on, { now: NOW, isStart: true }),
  "the check for submissions that the index lacks": (on) => isIndexBehind(on, {}),
  indexing: (on) => indexSubmissions(on, { limit: 10 }),
  "the next deleted form": (on) => nextDeletedForm(on, {}),
  "counting earlier days": async (on) => {
    await on.updateTable("day_backfill").set({ below: 15_000 }).execute();
    await countEarlierDays(on, { limit: 100 });
  },
  "what arrived in each form": (on) =>
    formArrivals(on, { account_id: 1, fromDay: 3, toDay: 4, limit: 10 }),
  "a search in one state": (on) => searchRows(on, { ...SEARCHED, form_id: 1, range: {} }),
  "a search in all forms": (on) => searchRows(on, { ...SEARCHED, range: { below: 9_000 } }),
  "a search by the index": (on) => searchIndex(on, { ...SELDOM, range: { below: 15_000 } }),
  "a search by the index in ascending order": (on) =>
    searchIndex(on, { ...SELDOM, order: "date_asc", range: { above: 3 } }),
  "a search by tag": (on) => searchMarks(on, { ...SEARCHED, terms: TAGGED, range: {} }),
  "a search by files, and by the other conditions": (on) =>
    searchMarks(on, { ...SEARCHED, terms: CONDITIONS, range: { below: 9_000 } }),
  "the oldest due delivery": (on) => oldestDue(on, { account_id: 1 }),
  "what alerts are decided by": (on) => alertFacts(on, { fileBytes: undefined, now: NOW }),
  "a webhook's newest entries": (on) =>
    newestDeliveries(on, { account_id: 1, webhook_id: 9, limit: 10 }),
  "the health of webhooks": (on) =>
    webhookHealth(on, { account_id: 1, ids: [7, 8, 9], now: NOW, limit: 200 }),
  "the size of all files": async (on) => {
    await fileTotal(on, { account_id: 1 });
    await compactFileTotals(on, { limit: 5 });
  },
  "a page of a search, by e-mail": (on) =>
    pageByEmail(on, { ids: [9, 8, 7], order: "email_asc", limit: 10, offset: 0 }),
};

const audit = { account_id: 1, limit: 50 };
const actor = { actor: "Key 7" };
const action = { action: "password.wrong" } as const;
const log = { account_id: 1, limit: 50, offset: 0 };

/** The same for statements that an index also sorts, or whose rows need no order. */
export const ORDERED_STATEMENTS: NamedStatements = {
  "the audit": (on) => listAudit(on, audit),
  "the audit further on": (on) => listAudit(on, { ...audit, beforeId: 9_000 }),
  "the audit of one": (on) => listAudit(on, { ...audit, ...actor }),
  "the audit of an action": (on) => listAudit(on, { ...audit, ...action, beforeId: 9_000 }),
  "the audit of one by action": (on) => listAudit(on, { ...audit, ...actor, ...action }),
  "forgetting the audit": (on) => pruneAudit(on, { before: 1_000, limit: 100 }),
  "unknown addresses": (on) => recordStranger(on, { action: "login.unknown", ip: null, now: NOW }),
  "the first answers": (on) => accountAnswers(on, { account_id: 1, from: NOW - 1_000 }),
  "days of all forms": (on) => accountDays(on, { account_id: 1, fromDay: 3 }),
  "days of a page of forms": (on) =>
    formDays(on, { account_id: 1, formIds: [7, 107, 207], fromDay: 3 }),
  "the log of a webhook": (on) => listDeliveries(on, { ...log, destination_id: 9 }),
  "the log of a webhook's failures": (on) =>
    listDeliveries(on, { ...log, destination_id: 9, states: ["exhausted"] }),
  "the log of a webhook further on": (on) =>
    listDeliveries(on, { ...log, destination_id: 9, after_id: 9_000 }),
  "the log of a form": (on) => listDeliveries(on, { ...log, form_id: 9 }),
  "the log of a form's webhook": (on) =>
    listDeliveries(on, { ...log, form_id: 9, destination_id: 9 }),
};

/** Lists of submissions: their name, form and states. */
export const SUBMISSION_LISTS: readonly [
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
