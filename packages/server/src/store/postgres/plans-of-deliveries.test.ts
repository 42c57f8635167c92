// PostgreSQL runs the statements of the outbox and the delivery log by an index, whatever the size of the tables.
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alertFacts } from "../alerts/alert-facts.ts";
import { type ClaimedDelivery, claimDue, releaseClaims } from "../deliveries/delivery-claims.ts";
import { storeDeliveryBodies } from "../deliveries/delivery-bodies.ts";
import { nextDueAt } from "../deliveries/destination-queues.ts";
import { contentsOf } from "../deliveries/delivery-contents.ts";
import { getDeliveries, listDeliveries } from "../deliveries/delivery-log.ts";
import { recoverLeases } from "../deliveries/delivery-leases.ts";
import { lateDeliveries } from "../deliveries/late-deliveries.ts";
import type { DeliveryFilter } from "../deliveries/matching-deliveries.ts";
import { recordOutcomes } from "../deliveries/delivery-outcomes.ts";
import { refireFailed, sendDeliveries } from "../deliveries/send-deliveries.ts";
import { refireDelivery, refireSubmissions } from "../deliveries/refires.ts";
import { NO_DELIVERIES, sendableDeliveries } from "../deliveries/sendable-deliveries.ts";
import { sendingProgress, stopSending } from "../deliveries/sending-progress.ts";
import type { Schema } from "../engine/schema.ts";
import { newestDeliveries, webhookHealth } from "../webhooks/webhook-health.ts";
import { claimCheckText } from "./claim-check.ts";
import { OWNERS_WITHOUT_LOCK } from "./presence.ts";

import { attemptOf, claimRequest, outcomeOf } from "../../../test/store/outcomes.ts";
import { type LargeDatabase, NOW, openLargeDatabase } from "../../../test/postgres-plans.ts";

let large: LargeDatabase;
beforeAll(async () => {
  large = await openLargeDatabase();
});
afterAll(() => large.close());

describe("no table is scanned", () => {
  const claim = claimRequest({
    now: NOW,
    lease_expires_at: 2 * NOW,
    load_of: { 3: { in_flight: 4, free: 12 } },
    free_of_others: 2,
    reserved_for_idle: 8,
    may_start_quarantined: false,
  });
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
  const log = { account_id: 1, limit: 50, offset: 0 };
  const window = (filter: Omit<DeliveryFilter, "account_id">) => ({
    filter: { account_id: 1, ...filter },
    after_id: 0,
    until_id: 20_000,
    now: NOW,
    limit: 100,
  });
  const scope = { id: 9, account_id: 1 };
  const HELD = {
    "http://127.0.0.1:9": {
      probes: 1,
      probed_destination_id: 7,
      only_destination_id: null,
      overdue: 0,
    },
  };
  it.each<[string, (on: Kysely<Schema>) => Promise<unknown>]>([
    ["a claim", (on) => claimDue(on, claim)],
    ["a claim while receivers hang", (on) => claimDue(on, { ...claim, held_origins: HELD })],
    [
      "a claim of a quarantined delivery",
      (on) => claimDue(on, { ...claim, may_start_quarantined: true }),
    ],
    [
      "a claim that finds disabled webhooks",
      async (on) => {
        await on.updateTable("webhook").set({ enabled: 0 }).where("id", ">", 10).execute();
        await claimDue(on, claim);
      },
    ],
    [
      "deliveries that are due too late",
      (on) =>
        lateDeliveries(on, {
          now: 0,
          longest_ms: [-1e12],
          after: { destination_id: 1, due_at: NOW, id: 9 },
          limit: 9,
        }),
    ],
    ["what alerts are decided by", (on) => alertFacts(on, { file_bytes: undefined })],
    ["the time of the next claim", (on) => nextDueAt(on, {})],
    ["handing claims back", (on) => releaseClaims(on, { ids, lease_token: "1.t7", now: NOW })],
    ["handing a claim back", (on) => releaseClaims(on, { lease_token: "1.t7", now: NOW })],
    [
      "taking leases back",
      (on) =>
        recoverLeases(on, {
          now: NOW,
          is_start: false,
          dead_owners: [7],
          limit: 500,
          quarantine_delays_ms: [1, 2, 3],
        }),
    ],
    ["the search for dead processes", (on) => OWNERS_WITHOUT_LOCK.execute(on)],
    ["what claims are sent with", (on) => contentsOf(on, claimedRows, large.fixture.box)],
    [
      "storing their bytes",
      (on) =>
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
    ],
    ["settling", (on) => recordOutcomes(on, { outcomes, now: NOW })],
    ["the log of a webhook", (on) => listDeliveries(on, { ...log, destination_id: 9 })],
    [
      "the log of a webhook's failures",
      (on) =>
        listDeliveries(on, { ...log, destination_id: 9, states: ["exhausted"], after_id: 9_000 }),
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
    ["deliveries to send now", (on) => sendableDeliveries(on, window({ destination_id: 9 }))],
    [
      "deliveries of a form that were answered with an error",
      (on) => sendableDeliveries(on, window({ form_id: 9, answer: { min: 500, max: 599 } })),
    ],
    [
      "failures to fire again",
      (on) =>
        sendableDeliveries(
          on,
          window({ destination_id: 9, states: ["exhausted"], finished_since: 1 }),
        ),
    ],
    [
      "sending them now",
      (on) =>
        sendDeliveries(on, {
          ids,
          include_delivered: true,
          page: { counts: NO_DELIVERIES, next_cursor: null, started_at: NOW },
          now: NOW,
        }),
    ],
    [
      "what has become of them",
      (on) =>
        sendingProgress(on, { scope: { account_id: 1, destination_id: 9 }, since: NOW, now: NOW }),
    ],
    [
      "taking them back",
      (on) =>
        stopSending(on, {
          scope: { account_id: 1, destination_id: 9 },
          since: NOW - 1_000,
          delays_ms: [0, 1],
          limit: 100,
          now: NOW,
        }),
    ],
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
  ])("by %s", async (_, run) => {
    expect(await large.scansOf(run)).toEqual([]);
  });

  it("by the check before a claim", async () => {
    expect(await large.scans([{ text: claimCheckText(large.db), values: [NOW] }])).toEqual([]);
  });
});
