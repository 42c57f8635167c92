// What server processes do with deliveries: claim, settle, hand back, lose their leases.
import {
  claimDue,
  releaseClaims,
} from "../../packages/server/src/store/deliveries/delivery-claims.ts";
import { recoverLeases } from "../../packages/server/src/store/deliveries/delivery-leases.ts";
import { recordOutcomes } from "../../packages/server/src/store/deliveries/delivery-outcomes.ts";
import type { Fixture } from "../../packages/server/test/fixture.ts";
import {
  attemptOf,
  claimRequest,
  lostLeases,
  outcomeOf,
} from "../../packages/server/test/store/outcomes.ts";
import {
  attemptKey,
  cancelDisabled,
  claimable,
  inState,
  isAccepted,
  lease,
  LEASE_MS,
  lose,
  type OutboxModel,
  RETRY_MS,
  settle as settleDelivery,
} from "./outbox-model.ts";
import { compare, type OutboxCommand } from "./outbox-rows.ts";
import { pick } from "./runs.ts";

/** The process that leases; it holds no lock, so a sweep takes it for dead. */
const OWNER = 1;
export const MAX_CLAIM = 5;

const hasAttempt = (model: Readonly<OutboxModel>) => model.attempts.length > 0;

export const claim: OutboxCommand = {
  name: "claim",
  async run(model, real, choice) {
    const limit = 1 + (choice % MAX_CLAIM);
    model.count += 1;
    const lease_token = `${OWNER}.${model.count}`;
    const expected = claimable(model, limit);
    const { claimed } = await real.transact((db) =>
      claimDue(
        db,
        claimRequest({
          now: model.now,
          lease_token,
          lease_expires_at: model.now + LEASE_MS,
          limit,
          freeOfOthers: limit,
          is_idle: inState(model, "delivering").length === 0,
        }),
      ),
    );
    const ids = claimed.map(({ id }) => id);
    expect(ids).toHaveLength(expected.count);
    expect(expected.from.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    for (const delivery of expected.from)
      if (ids.includes(delivery.id)) lease(model, delivery, lease_token);
    if (!expected.isQuarantined) cancelDisabled(model);
    await compare(model, real);
  },
};

/** Settles an attempt, also one whose lease was lost in the meantime. */
export const settle: OutboxCommand = {
  name: "settle",
  check: hasAttempt,
  async run(model, real, choice) {
    const attempt = pick(model.attempts, choice);
    // Sometimes the same outcome is written again, because the first answer was lost.
    const isRepeated = choice % 5 === 0 && choice > 0;
    if (!isRepeated) model.attempts.splice(model.attempts.indexOf(attempt), 1);
    const next = pick(
      [
        { state: "succeeded", reason: null, next_attempt_at: null },
        { state: "queued", reason: null, next_attempt_at: model.now + RETRY_MS },
        { state: "exhausted", reason: "http_500", next_attempt_at: null },
      ] as const,
      Math.floor(choice / 7),
    );
    const isCounted = isAccepted(model, attempt);
    const outcome = next.state === "succeeded" ? "succeeded" : "failed";
    const { delivery_id, lease_token, webhook_id, submission_id } = attempt;
    const of = { lease_token, destination_id: webhook_id, submission_id, next };
    const logs = attemptOf(attempt.claim, { outcome });
    const outcomes = [outcomeOf(delivery_id, { ...of, attempt: logs })];
    const stale = await real.transact((db) => recordOutcomes(db, { outcomes, now: model.now }));
    expect(stale).toEqual(isCounted ? [] : [delivery_id]);
    const delivery = model.deliveries.get(delivery_id);
    if (isCounted && delivery !== undefined) settleDelivery(delivery, next);
    await compare(model, real);
    // What was logged first stays, also if the outcome is written again.
    const key = attemptKey(attempt);
    if (!model.logged.has(key)) model.logged.set(key, isCounted ? outcome : "stale");
    const entry = { delivery_id, number: attempt.claim };
    const [logged] = await real.rows("attempt", ["outcome"], entry);
    expect(logged?.outcome).toBe(delivery === undefined ? undefined : model.logged.get(key));
  },
};

/** Takes back leases: all of a process that has crashed, or those that have expired. */
export async function recover(model: OutboxModel, real: Fixture, isCrash: boolean): Promise<void> {
  await real.transact((db) =>
    recoverLeases(
      db,
      lostLeases({
        now: model.now,
        isStart: isCrash,
        deadOwners: isCrash ? [OWNER] : [],
      }),
    ),
  );
  for (const delivery of inState(model, "delivering")) {
    if (isCrash || (model.leasedUntil.get(delivery.id) ?? 0) <= model.now) lose(model, delivery);
  }
  await compare(model, real);
}

export const sweep: OutboxCommand = {
  name: "sweep",
  run: (model, real) => recover(model, real, false),
};

export const crash: OutboxCommand = {
  name: "crash and restart",
  run: (model, real) => recover(model, real, true),
};

export const handBack: OutboxCommand = {
  name: "hand back",
  check: hasAttempt,
  async run(model, real, choice) {
    const { delivery_id, lease_token } = pick(model.attempts, choice);
    await real.transact((db) =>
      releaseClaims(db, { ids: [delivery_id], lease_token, now: model.now }),
    );
    const delivery = model.deliveries.get(delivery_id);
    if (delivery?.lease_token === lease_token) {
      delivery.state = "queued";
      delivery.next_attempt_at = model.now;
      delivery.lease_token = null;
      delivery.claims -= 1;
      // Nothing was sent, so no outcome follows.
      const at = model.attempts.findIndex(
        (one) => one.lease_token === lease_token && one.delivery_id === delivery_id,
      );
      model.attempts.splice(at, 1);
    }
    await compare(model, real);
  },
};
