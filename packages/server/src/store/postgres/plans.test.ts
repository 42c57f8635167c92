// PostgreSQL runs the statements on large tables by an index, whatever their size.
import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { useShared } from "../../../../../test/harness/use.ts";
import { FIXTURE_BOX, newSubmission } from "../../../test/fixture.ts";
import { routedColumns } from "../submissions/new-submission.ts";
import { attemptStats } from "../deliveries/attempt-stats.ts";
import { removeExpired } from "../submissions/expired-submissions.ts";
import { newestEventPosition } from "../events/events.ts";
import { listForms } from "../forms/forms.ts";
import { requestKey } from "../../domain/account/idempotency-key.ts";
import { readForm } from "../forms/form-lookup.ts";
import { runOnce } from "../idempotency/idempotency-keys.ts";
import { readKey } from "../accounts/api-keys.ts";
import { getDeliveries, listDeliveries } from "../deliveries/delivery-log.ts";
import type { Schema } from "../engine/schema.ts";
import { countStates, countSubmissions } from "../submissions/submission-counts.ts";
import type { SubmissionPage } from "../submissions/submission-list.ts";
import { listSubmissionIds, listSubmissions, pageOfIds } from "../submissions/submission-list.ts";
import {
  LARGE_STATEMENTS,
  named,
  NOW,
  ORDERED_STATEMENTS,
  SUBMISSION_LISTS,
} from "../../../test/store/large-statements.ts";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import { updateSubmission } from "../submissions/submissions.ts";
import { updateSubmissions } from "../submissions/submission-changes.ts";
import {
  claimSubmissions,
  extendLeases,
  releaseSubmissions,
} from "../submissions/submission-claims.ts";
import { recordLeadOutcome } from "../leads/lead-scores.ts";
import { leadContents } from "../leads/lead-contents.ts";
import { ACCEPT_STATEMENTS } from "./accept-statement.ts";
import { postedRows, readPostedType } from "./posted-rows.ts";
import { claimOf } from "../../../test/store/claims.ts";
import { openLargeDatabase } from "../../../test/postgres-plans.ts";
import { withRange } from "../submissions/row-filter.ts";
import { filterSamples } from "../../../test/store/submission-filters.ts";
import { type ClaimedDelivery, claimDue, releaseClaims } from "../deliveries/delivery-claims.ts";
import { storeDeliveryBodies } from "../deliveries/delivery-bodies.ts";
import { contentsOf } from "../deliveries/delivery-contents.ts";
import type { DeliveryFilter } from "../deliveries/matching-deliveries.ts";
import { recordOutcomes } from "../deliveries/delivery-outcomes.ts";
import { refireFailed, sendDeliveries } from "../deliveries/send-deliveries.ts";
import { refireDelivery, refireSubmissions } from "../deliveries/refires.ts";
import { NO_DELIVERIES, sendableDeliveries } from "../deliveries/sendable-deliveries.ts";
import { sendingProgress, stopSending } from "../deliveries/sending-progress.ts";
import { claimCheckText } from "./claim-check.ts";
import { OWNERS_WITHOUT_LOCK } from "./presence.ts";
import { attemptOf, claimRequest, outcomeOf } from "../../../test/store/outcomes.ts";

const newPost = (number: number) => {
  const post = newSubmission(number, { now: NOW });
  return { ...post, ...routedColumns(post) };
};
const TOKEN = "00000000-0000-4000-8000-000000000000";

const large = useShared(openLargeDatabase);

describe("no table is scanned", () => {
  const scope = { id: 9, account_id: 1 };
  const consumer = claimOf({ lease_token: "lease", lease_expires_at: NOW + 1_000, now: NOW });
  const outcomes = Array.from({ length: 64 }, (_, n) => {
    const id = 7 + 100 * n;
    const lease = { lease_token: `1.t${id}`, destination_id: 8 };
    return outcomeOf(id, { ...lease, attempt: attemptOf(1) });
  });
  const ids = outcomes.map(({ id }) => id);
  const claimedRows = ids.map((id): ClaimedDelivery => ({
    id,
    submission_id: id,
    destination_id: id,
    attempts_made: 1,
    claims: 2,
    trigger: "intake",
    created_at: NOW,
  }));
  const window = (filter: Omit<DeliveryFilter, "account_id">) => ({
    filter: { account_id: 1, ...filter },
    after_id: 0,
    untilId: 20_000,
    now: NOW,
    limit: 100,
  });
  const HELD = {
    "http://127.0.0.1:9": {
      probes: 1,
      probedDestinationId: 7,
      onlyDestinationId: null,
      overdue: 0,
    },
  };
  it.each(
    named({
      ...LARGE_STATEMENTS,
      ...ORDERED_STATEMENTS,
      "counting states": (on) => countStates(on, { now: NOW, account_id: 1 }),
      "counting a form's states": (on) => countStates(on, { now: NOW, account_id: 1, form_id: 1 }),
      "the newest event": (on) => newestEventPosition(on, {}),
      "marking it ham": (on) =>
        updateSubmission(on, { ...scope, id: 280, change: { spam: false }, now: NOW }),
      "marking many": (on) =>
        updateSubmissions(on, {
          account_id: 1,
          submission_ids: [9, 280, 300],
          change: { spam: true, read: true },
          now: NOW,
        }),
      "a consumer's claim": (on) => claimSubmissions(on, consumer),
      "a consumer's claim of a form": (on) => claimSubmissions(on, { ...consumer, form_id: 1 }),
      "what follows a consumer's claim": async (on) => {
        const { submission_ids } = await claimSubmissions(on, consumer);
        const lease = { account_id: 1, lease_token: "lease", now: NOW };
        const lease_expires_at = NOW + 2_000;
        await extendLeases(on, { ...lease, submission_ids: undefined, lease_expires_at });
        await releaseSubmissions(on, { ...lease, submission_ids, as: { kind: "dead" } });
      },
      "what is done once": async (on) => {
        const key = requestKey({ scope: "account 1", key: "k", content: "c" });
        const once = () => runOnce(on, { ...key, now: NOW }, () => Promise.resolve(1), FIXTURE_BOX);
        expect([await once(), await once()]).toEqual([
          { result: 1, isRepeat: false },
          { result: 1, isRepeat: true },
        ]);
      },
      "what leads are scored from": (on) => leadContents(on, { ids: [100, 200] }),
      "putting a score down": (on) =>
        recordLeadOutcome(on, {
          kind: "scored",
          score: { score: 5, score_reasoning: "Why", score_location_info: null },
          submission_id: 1_001,
          lease_token: "1.x1001",
          now: NOW,
        }),
      "a form's uuid": (on) => readForm(on, "00000000000f", large.fixture.box),
      "a form's id": (on) => readForm(on, "12", large.fixture.box),
      "a key": (on) => readKey(on, hash("sha256", "key", "buffer")),
      "what has expired": (on) =>
        removeExpired(on, {
          group: { form_id: 3, spam: 1, trash: 0 },
          after_id: 500,
          limit: 20,
          spamBefore: 9_000,
          trashBefore: 9_000,
          now: NOW,
        }),
      "the latest attempts": (on) => attemptStats(on, { account_id: 1 }),
      "a claim while receivers hang": (on) =>
        claimDue(on, claimRequest({ now: NOW, heldOrigins: HELD })),
      "handing claims back": (on) => releaseClaims(on, { ids, lease_token: "1.t7", now: NOW }),
      "handing a claim back": (on) => releaseClaims(on, { lease_token: "1.t7", now: NOW }),
      "the search for dead processes": (on) => OWNERS_WITHOUT_LOCK.execute(on),
      "what claims are sent with": (on) => contentsOf(on, claimedRows, large.fixture.box),
      "storing their bytes": (on) =>
        storeDeliveryBodies(on, {
          bodies: ids.map((id) => ({
            submission_id: id,
            destination_id: 99,
            content_type: "text/plain",
            body: Buffer.from("x"),
            sha256: Buffer.alloc(32),
          })),
          now: NOW,
        }),
      settling: (on) => recordOutcomes(on, { outcomes, now: NOW }),
      "the log of a submission": (on) =>
        listDeliveries(on, { account_id: 1, limit: 50, offset: 0, submission_id: 9 }),
      "entries of the log": (on) => getDeliveries(on, { ids }),
      "deliveries to send now": (on) => sendableDeliveries(on, window({ destination_id: 9 })),
      "deliveries of a form that were answered with an error": (on) =>
        sendableDeliveries(on, window({ form_id: 9, answer: { min: 500, max: 599 } })),
      "failures to fire again": (on) =>
        sendableDeliveries(
          on,
          window({ destination_id: 9, states: ["exhausted"], finishedSince: 1 }),
        ),
      "sending them now": (on) =>
        sendDeliveries(on, {
          ids,
          include_delivered: true,
          page: { counts: NO_DELIVERIES, next_cursor: null, started_at: NOW },
          now: NOW,
        }),
      "what has become of them": (on) =>
        sendingProgress(on, { scope: { account_id: 1, destination_id: 9 }, since: NOW, now: NOW }),
      "taking them back": (on) =>
        stopSending(on, {
          scope: { account_id: 1, destination_id: 9 },
          since: NOW - 1_000,
          delaysMs: [0, 1],
          limit: 100,
          now: NOW,
        }),
      "firing them again": (on) => refireFailed(on, { ids: [8, 108, 208], now: NOW }),
      "firing an entry again": (on) => refireDelivery(on, { ...scope, id: 40, now: NOW }),
      "firing submissions again": (on) =>
        refireSubmissions(on, {
          account_id: 1,
          submission_ids: [40, 80, 120],
          trigger: "refire",
          now: NOW,
        }),
    }),
  )("by %s", async (_, run) => {
    expect(await large.scansOf(run)).toEqual([]);
  });

  it("by the check before a claim", async () => {
    expect(await large.scans([{ text: claimCheckText(large.db), values: [NOW] }])).toEqual([]);
  });

  const delivered = { ...UNFILTERED, account_id: 1, delivery_state: "delivered" } as const;
  const ofForm = { ...delivered, form_id: 1 };
  const firstPage = { order: "date_desc", limit: 100, offset: 0 } as const;
  it.each(
    named({
      "counting a delivery state": (on) => countSubmissions(on, delivered),
      "counting one of a form": (on) => countSubmissions(on, ofForm),
      "the first page of one": (on) => listSubmissionIds(on, { ...delivered, ...firstPage }),
      "the first page of one of a form": (on) => listSubmissionIds(on, { ...ofForm, ...firstPage }),
    }),
  )("nor is the order of ids followed by %s, since a state may have no rows", async (_, run) => {
    const reads = await large.readsOf("submission", run);

    expect(reads).toContain("some by submission_delivery_state");
    expect(reads.filter((read) => read.startsWith("all"))).toEqual([]);
  });

  it("by posts, which search for duplicates", async () => {
    const posts = Array.from({ length: 64 }, (_, n) => newPost(n));

    expect(
      await large.scans([
        {
          text: ACCEPT_STATEMENTS[0],
          values: [postedRows(await readPostedType(large.pool), posts), NOW, TOKEN],
        },
      ]),
    ).toEqual([]);
  });

  it("by posts with files and leads", async () => {
    const lead = { score: null, score_reasoning: null, score_location_info: null, wait_ms: 30_000 };
    const posts = Array.from({ length: 64 }, (_, n) => newPost(n));
    const leads = posts.map((_, n) => ({ ...lead, position: n + 1 }));
    const rows = postedRows(await readPostedType(large.pool), posts);
    const values = [rows, NOW, TOKEN, "[]", JSON.stringify(leads)];

    expect(await large.scans([{ text: ACCEPT_STATEMENTS[2], values }])).toEqual([]);
  });
});

it("would see a scan if there were one", async () => {
  const all = (on: Kysely<Schema>) =>
    on.selectFrom("delivery").select("id").where("webhook_name", "=", "nobody").execute();

  expect(await large.scansOf(all)).toHaveLength(1);
});

describe("no table is scanned by lists of submissions and forms", () => {
  describe.each(SUBMISSION_LISTS)("by the list of %s", (_, form_id, states) => {
    const filter = { ...UNFILTERED, account_id: 1, form_id, states };
    const dated = { ...filter, created_after: 5_000, created_before: 6_000 };
    it.each<[string, Partial<SubmissionPage>]>([
      ["newest first", {}],
      ["oldest first", { order: "date_asc" }],
      ["from a cursor", { after_id: 15_000 }],
      ["upwards from a cursor", { order: "date_asc", after_id: 15_000 }],
      ["between dates", dated],
      ...filterSamples.map((values): [string, Partial<SubmissionPage>] => [
        JSON.stringify(values),
        values,
      ]),
      ...filterSamples.map((values): [string, Partial<SubmissionPage>] => [
        `upwards ${JSON.stringify(values)}`,
        { ...values, order: "date_asc" },
      ]),
    ])("%s", async (__, asked) => {
      const page = { ...filter, order: "date_desc", limit: 100, offset: 0, ...asked } as const;
      expect(await large.scansOf((on) => listSubmissions(on, page))).toEqual([]);
    });

    it("or its count", async () => {
      expect(await large.scansOf((on) => countSubmissions(on, dated))).toEqual([]);
      for (const values of filterSamples) {
        const some = { ...filter, ...values };
        expect(await large.scansOf((on) => countSubmissions(on, some))).toEqual([]);
      }
    });
  });

  it("by a search of forms, whatever it finds", async () => {
    const page = { account_id: 1, limit: 101, offset: 0 };

    for (const query of ["Sample", "nothing", "17"]) {
      expect(
        await large.scansOf((on) =>
          listForms(on, { ...page, archived: false, query }, FIXTURE_BOX),
        ),
      ).toEqual([]);
    }
  });

  it.each(["date_desc", "date_asc"] as const)(
    "and none is sorted by a form's page, %s",
    async (order) => {
      const states = { spam: 0, trash: 0 } as const;
      const filter = withRange({ ...UNFILTERED, account_id: 1, form_id: 1, states }, {});
      const page = { order, limit: 50, offset: 0 };
      const { sql: text, parameters } = pageOfIds(large.db, filter, page).compile();

      const nodes = await large.nodesFor(text, parameters);

      expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
    },
  );
});
