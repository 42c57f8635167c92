// The counters of deliveries agree with the delivery rows after any sequence of changes.
import fc from "fast-check";
import { isOnPostgres } from "../../../test/database.ts";
import { addRecipient, addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { AppError } from "../../domain/errors.ts";
import { claimDue } from "../deliveries/delivery-claims.ts";
import { recoverLeases } from "../deliveries/delivery-leases.ts";
import { recordOutcomes } from "../deliveries/delivery-outcomes.ts";
import { refireFailed } from "../deliveries/send-deliveries.ts";
import type { Db } from "../engine/schema.ts";
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

const allDeliveries = (on: Db) => on.selectFrom("delivery").selectAll().orderBy("id").execute();

describe("the delivery state", () => {
  it("agrees with the deliveries after any sequence of outcomes, re-fires, marks and losses", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: ROWS, maxLength: ROWS }),
        fc.array(anyStep, { minLength: 5, maxLength: 30 }),
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
          for (const { name, choice } of steps) {
            now += 1_000;
            await takeStep(name, { choice, submission_id: pick(ids, choice) ?? 0, now });
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
  const deliveries = await allDeliveries(fixture.db);
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

interface Context {
  /** A random number, with which the step picks what it changes. */
  readonly choice: number;
  readonly submission_id: number;
  readonly now: number;
}

const MARKS = [{ spam: true }, { spam: false }, { trash: true }, { trash: false }] as const;
const ENDS = ["succeeded", "succeeded", "queued", "exhausted", "blocked", "canceled"] as const;
const ACCOUNT = { account_id: 1 };
const LEASE_MS = 100_000;

const pick = <Item>(items: readonly Item[], choice: number) => items[choice % items.length];

let tokens = 0;

/** Changes of a submission, of the webhooks 1 and 2 or the recipient 3. */
const STEPS = {
  claim: (on: Db, { choice, now }: Context) => {
    const lease = { lease_token: `lease ${tokens++}`, lease_expires_at: now + LEASE_MS };
    return claimDue(on, claimRequest({ ...lease, now, limit: 1 + (choice % 9), freeOfOthers: 9 }));
  },
  async record(on: Db, { choice, now }: Context) {
    const leased = (await allDeliveries(on)).filter(({ state }) => state === "delivering");
    const one = pick(leased, choice);
    if (one === undefined) return;
    const state = pick(ENDS, Math.floor(choice / 7)) ?? "succeeded";
    const next_attempt_at = state === "queued" ? now + 1 : null;
    const outcome = outcomeOf(one.id, {
      lease_token: one.lease_token ?? "",
      destination_id: one.webhook_id,
      kind: one.url.startsWith("mailto:") ? "email" : "webhook",
      submission_id: one.trigger === "test" ? null : one.submission_id,
      next: { state, reason: null, next_attempt_at },
    });
    await recordOutcomes(on, { outcomes: [outcome], now });
  },
  mark: (on: Db, { choice, submission_id, now }: Context) => {
    const change = pick(MARKS, choice) ?? {};
    return updateSubmissions(on, { ...ACCOUNT, submission_ids: [submission_id], change, now });
  },
  refire: (on: Db, { submission_id, now }: Context) => {
    const of = { submission_ids: [submission_id], trigger: "refire" } as const;
    return refireSubmissions(on, { ...ACCOUNT, ...of, now });
  },
  async refireOne(on: Db, { choice, now }: Context) {
    const id = pick(await allDeliveries(on), choice)?.id ?? 0;
    await refireDelivery(on, { ...ACCOUNT, id, now });
  },
  async refireFailed(on: Db, { choice, now }: Context) {
    const all = await allDeliveries(on);
    const ids = all.filter(({ webhook_id }) => webhook_id === 1 + (choice % 3)).map(({ id }) => id);
    await refireFailed(on, { ids, now });
  },
  enable: (on: Db, { choice }: Context) => {
    const webhook = on.updateTable("webhook").where("id", "=", 1 + (choice % 3));
    return webhook.set({ enabled: choice % 5 === 0 ? 0 : 1 }).execute();
  },
  test: (on: Db, { submission_id, now }: Context) => {
    const body = { content_type: "text/plain", body: Buffer.from("x"), sha256: Buffer.alloc(32) };
    return queueTest(on, { ...ACCOUNT, id: 1, submission_id, uid: `t${tokens++}`, body, now });
  },
  loseLeases: (on: Db, { now }: Context) =>
    recoverLeases(on, lostLeases({ now: now + 2 * LEASE_MS, limit: 9 })),
  prune: (on: Db, { now }: Context) => pruneDeliveries(on, { finishedBefore: now, now, limit: 5 }),
  countAgain: (on: Db, { submission_id }: Context) => recountDeliveries(on, [submission_id]),
};

const anyStep = fc.record({
  name: fc.constantFrom("record", "record", ...Object.keys(STEPS)) as fc.Arbitrary<
    keyof typeof STEPS
  >,
  choice: fc.nat(1_000),
});

/** Makes a change, in a transaction as the store does. A change that is refused does nothing. */
async function takeStep(name: keyof typeof STEPS, context: Context): Promise<void> {
  try {
    await fixture.transact(async (on) => void (await STEPS[name](on, context)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
