/** Random changes of deliveries, for tests of what depends on them. */
import fc from "fast-check";
import { AppError } from "../../src/domain/errors.ts";
import { claimDue } from "../../src/store/deliveries/delivery-claims.ts";
import { recoverLeases } from "../../src/store/deliveries/delivery-leases.ts";
import { recordOutcomes } from "../../src/store/deliveries/delivery-outcomes.ts";
import { refireFailed } from "../../src/store/deliveries/send-deliveries.ts";
import type { Outcome } from "../../src/store/deliveries/outcome.ts";
import { pruneDeliveries } from "../../src/store/deliveries/delivery-log.ts";
import { refireDelivery, refireSubmissions } from "../../src/store/deliveries/refires.ts";
import { queueTest } from "../../src/store/deliveries/test-deliveries.ts";
import { recountDeliveries } from "../../src/store/submissions/delivery-state.ts";
import { updateSubmissions } from "../../src/store/submissions/submission-changes.ts";
import type { Fixture } from "../fixture.ts";
import { claimRequest, lostLeases, outcomeOf } from "./outcomes.ts";

export type Step =
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
export const anyStep = (rows: number): fc.Arbitrary<Step> =>
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
export async function takeStep(
  { db, transact: inTransaction }: Fixture,
  step: Step,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): Promise<void> {
  const allDeliveries = () => db.selectFrom("delivery").selectAll().orderBy("id").execute();
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
    await db.updateTable("webhook").set({ enabled: step.enabled }).where("id", "=", id).execute();
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
