// The counters of deliveries agree with the delivery rows after any sequence of changes.
import fc from "fast-check";
import { isOnPostgres } from "../../../test/database.ts";
import { addRecipient, addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { AppError } from "../../domain/errors.ts";
import { claimDue } from "../deliveries/delivery-claims.ts";
import { recoverLeases } from "../deliveries/delivery-leases.ts";
import { recordOutcomes } from "../deliveries/delivery-outcomes.ts";
import { refireFailed } from "../deliveries/send-deliveries.ts";
import type { Outcome } from "../deliveries/outcome.ts";
import { pruneDeliveries } from "../deliveries/delivery-log.ts";
import { queueTest } from "../deliveries/test-deliveries.ts";
import { updateSubmissions } from "./submission-changes.ts";
import { claimRequest, lostLeases, outcomeOf } from "../../../test/store/outcomes.ts";
import { DELIVERY_STATES, type DeliveryState } from "../../domain/submission/delivery-state.ts";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import { refireDelivery, refireSubmissions } from "../deliveries/refires.ts";

import {
  countEarlierDeliveries,
  hasUncountedDeliveries,
  recountDeliveries,
  wrongDeliveryCounts,
} from "./delivery-state.ts";
import { listSubmissionIds } from "./submission-list.ts";
import { submissionRows } from "./submission-rows.ts";

const ROWS = 3;

/** Ids of the destinations that count; the reply is none of them. */
let counted: ReadonlySet<number>;
const fixture = useFixture();
beforeEach(async () => {
  const ids = [
    await addWebhook(fixture),
    await addWebhook(fixture, { trigger_when_spam: 1 }),
    await addRecipient(fixture),
  ];
  counted = new Set(ids);
  await addRecipient(fixture, {
    purpose: "reply",
    url: "mailto:",
    recipient_role: null,
    name: "Automatic answer",
  });
});

const allDeliveries = () => fixture.db.selectFrom("delivery").selectAll().orderBy("id").execute();

describe("the delivery state", () => {
  it("agrees with the deliveries after any sequence of outcomes, re-fires, marks and losses", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: ROWS, maxLength: ROWS }),
        fc.array(anyStep(ROWS), { minLength: 5, maxLength: 30 }),
        async (spam, steps) => {
          await fixture.db.deleteFrom("submission").execute();
          await fixture.update("webhook", { enabled: 1, failure_count: 0 });
          const ids: number[] = [];
          for (const [n, isSpam] of spam.entries()) {
            ids.push((await fixture.accept(newSubmission(posts++, { spam: isSpam ? 1 : 0 }))).id);
            const posted = ids.map((id, at) => [id, spam[at] ?? false] as const);
            expect(await storedStates(posted)).toEqual(await expectedStates(posted));
            if (n === 0) await fixture.update("webhook", { enabled: 0 }, { id: 2 });
          }
          let now = 100_000;
          for (const step of steps) {
            now += 1_000;
            await takeStep(step, ids, now);
          }

          const posted = ids.map((id, at) => [id, spam[at] ?? false] as const);
          expect(await storedStates(posted)).toEqual(await expectedStates(posted));
        },
      ),
      { numRuns: isOnPostgres ? 25 : 80 },
    );
  });

  it("is unknown after an upgrade until housekeeping has counted the deliveries", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) {
      ids.push((await fixture.accept(newSubmission(posts++, { spam: n === 3 ? 1 : 0 }))).id);
    }
    const ended = { state: "succeeded", next_attempt_at: null, finished_at: 7 } as const;
    await fixture.update("delivery", ended, { submission_id: ids.slice(0, 2) });
    const again = { account_id: 1, submission_ids: ids.slice(1, 2), now: 9_000 };
    await fixture.transact((on) => refireSubmissions(on, { ...again, trigger: "refire" }));
    const counts = () =>
      fixture.rows("submission", [
        "id",
        "deliveries_waiting",
        "deliveries_succeeded",
        "withheld_as_spam",
      ]);
    const before = await counts();
    await fixture.update("delivery", { is_current: null });
    await fixture.update("submission", {
      deliveries_waiting: null,
      deliveries_succeeded: 0,
      withheld_as_spam: 0,
    });
    const unknown = await submissionRows(fixture.db, { ids });

    const rounds: boolean[] = [];
    do {
      rounds.push(await fixture.transact((on) => countEarlierDeliveries(on, { limit: 2 })));
    } while (rounds.at(-1) === true);

    expect(unknown.map(({ delivery_state }) => delivery_state)).toEqual(ids.map(() => null));
    expect(rounds).toEqual([true, true, false]);
    expect(await counts()).toEqual(before);
    expect(await hasUncountedDeliveries(fixture.db, {})).toBe(false);
    expect(before.map((row) => row.deliveries_waiting)).toEqual([0, 2, 3, 1, 3]);
  });
});

let posts = 1;
type Posted = readonly (readonly [id: number, wasSpam: boolean])[];

/** The state of each submission, and the ids in each list by state, as they follow from the deliveries. */
async function expectedStates(posted: Posted) {
  const deliveries = await allDeliveries();
  const states = posted.map(([id, wasSpam]) => {
    const own = deliveries.filter(
      (one) => one.submission_id === id && one.trigger !== "test" && counted.has(one.webhook_id),
    );
    const isHeld = wasSpam && own.every(({ trigger }) => trigger === "intake");
    const current = [...counted].flatMap((webhook_id) => {
      const results = own.filter((one) => one.webhook_id === webhook_id).map(({ state }) => state);
      return results.findLast((state) => state !== "canceled") ?? results.at(-1) ?? [];
    });
    return [id, stateOf([...current, ...(isHeld ? ["skipped"] : [])])] as const;
  });
  const lists = DELIVERY_STATES.map((name) =>
    states.flatMap(([id, state]) => (state === name ? [id] : [])),
  );
  return { states, lists, wrong: [] };
}

/** The same as {@link expectedStates}, from the counters. */
async function storedStates(posted: Posted) {
  const rows = await submissionRows(fixture.db, { ids: posted.map(([id]) => id) });
  const lists: (readonly number[])[] = [];
  for (const delivery_state of DELIVERY_STATES) {
    const page = { ...UNFILTERED, account_id: 1, delivery_state, limit: 10, offset: 0 };
    lists.push(await listSubmissionIds(fixture.db, { ...page, order: "date_asc" }));
  }
  return {
    states: rows.map(({ id, delivery_state: code }) => [
      id,
      code === null ? null : DELIVERY_STATES[code],
    ]),
    lists,
    wrong: await wrongDeliveryCounts(fixture.db, { above: 0, to: 1_000_000 }),
  };
}

function stateOf(states: readonly string[]): DeliveryState {
  const some = (...of: string[]) => states.some((state) => of.includes(state));
  if (states.length === 0) return "none";
  if (some("queued", "delivering")) return "waiting";
  const hasFailed = some("exhausted", "blocked");
  if (some("succeeded")) return hasFailed ? "partly" : "delivered";
  return hasFailed ? "failed" : "withheld";
}

type Step =
  | { kind: "claim"; limit: number }
  | { kind: "outcome"; nth: number; state: Outcome["next"]["state"] }
  | { kind: "mark"; id: number; change: { spam?: boolean; trash?: boolean } }
  | { kind: "refire"; id: number }
  | { kind: "refire one"; nth: number }
  | { kind: "refire failed"; nth: number }
  | { kind: "enable"; nth: number; enabled: 0 | 1 }
  | { kind: "test"; id: number }
  | { kind: "lose leases" | "prune" | "count again" };

/** A change of one of the first `rows` submissions, of the webhooks 1 and 2 or the recipient 3. */
const anyStep = (rows: number): fc.Arbitrary<Step> =>
  fc.oneof(
    fc.record({ kind: fc.constant("claim" as const), limit: fc.integer({ min: 1, max: 9 }) }),
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("outcome" as const),
        nth: fc.nat(20),
        state: fc.constantFrom<Outcome["next"]["state"][]>(
          "succeeded",
          "succeeded",
          "queued",
          "exhausted",
          "blocked",
          "canceled",
        ),
      }),
    },
    fc.record({
      kind: fc.constant("mark" as const),
      id: fc.integer({ min: 1, max: rows }),
      change: fc.constantFrom({ spam: true }, { spam: false }, { trash: true }, { trash: false }),
    }),
    fc.record({ kind: fc.constant("refire" as const), id: fc.integer({ min: 1, max: rows }) }),
    fc.record({ kind: fc.constant("refire one" as const), nth: fc.nat(20) }),
    fc.record({ kind: fc.constant("refire failed" as const), nth: fc.nat(3) }),
    fc.record({
      kind: fc.constant("enable" as const),
      nth: fc.nat(3),
      enabled: fc.constantFrom<(0 | 1)[]>(0, 1, 1),
    }),
    fc.record({ kind: fc.constant("test" as const), id: fc.integer({ min: 1, max: rows }) }),
    fc.record({
      kind: fc.constantFrom("lose leases" as const, "prune" as const, "count again" as const),
    }),
  );

let tokens = 0;

/** Makes a change, in a transaction as the store does. A change that is refused does nothing. */
async function takeStep(step: Step, ids: readonly number[], now: number): Promise<void> {
  const inTransaction = fixture.transact;
  const idOf = (n: number) => ids[n - 1] ?? 0;
  if (step.kind === "claim") {
    const lease = { lease_token: `lease ${tokens++}`, lease_expires_at: now + 100_000 };
    const request = claimRequest({ ...lease, now, limit: step.limit, freeOfOthers: 9 });
    await inTransaction((on) => claimDue(on, request));
  } else if (step.kind === "outcome") {
    const leased = (await allDeliveries()).filter(({ state }) => state === "delivering");
    const one = leased[step.nth % Math.max(1, leased.length)];
    if (one === undefined) return;
    const outcome = outcomeOf(one.id, {
      lease_token: one.lease_token ?? "",
      destination_id: one.webhook_id,
      kind: one.url.startsWith("mailto:") ? "email" : "webhook",
      submission_id: one.trigger === "test" ? null : one.submission_id,
      next: {
        state: step.state,
        reason: null,
        next_attempt_at: step.state === "queued" ? now + 1 : null,
      },
    });
    await inTransaction((on) => recordOutcomes(on, { outcomes: [outcome], now }));
  } else if (step.kind === "mark") {
    const { id, change } = step;
    const submission_ids = [idOf(id)];
    await inTransaction((on) =>
      updateSubmissions(on, { account_id: 1, submission_ids, change, now }),
    );
  } else if (step.kind === "refire") {
    const submission_ids = [idOf(step.id)];
    const refire = { account_id: 1, submission_ids, trigger: "refire", now } as const;
    await inTransaction((on) => refireSubmissions(on, refire));
  } else if (step.kind === "refire one") {
    const all = await allDeliveries();
    const id = all[step.nth % Math.max(1, all.length)]?.id ?? 0;
    await inTransaction((on) => refireDelivery(on, { id, account_id: 1, now })).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      },
    );
  } else if (step.kind === "refire failed") {
    const webhook_id = 1 + (step.nth % 3);
    const ofWebhook = (await allDeliveries()).filter((one) => one.webhook_id === webhook_id);
    const failed = ofWebhook.map(({ id }) => id);
    await inTransaction((on) => refireFailed(on, { ids: failed, now }));
  } else if (step.kind === "enable") {
    const id = 1 + (step.nth % 3);
    await fixture.update("webhook", { enabled: step.enabled }, { id });
  } else if (step.kind === "test") {
    const body = { content_type: "text/plain", body: Buffer.from("x"), sha256: Buffer.alloc(32) };
    const test = {
      account_id: 1,
      id: 1,
      submission_id: idOf(step.id),
      uid: `t${tokens++}`,
      body,
      now,
    };
    await inTransaction((on) => queueTest(on, test)).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  } else if (step.kind === "lose leases") {
    await inTransaction((on) => recoverLeases(on, lostLeases({ now: now + 200_000, limit: 9 })));
  } else if (step.kind === "prune") {
    await inTransaction((on) => pruneDeliveries(on, { finishedBefore: now, now, limit: 5 }));
  } else {
    await inTransaction((on) => recountDeliveries(on, ids));
  }
}
