import {
  leaseDeliveries,
  NOW,
  outcomeOf,
  RETRIED,
  SUCCEEDED,
} from "../../../test/store/outcomes.ts";
import { useFixture } from "../../../test/fixture.ts";
import { recordOutcomes } from "../deliveries/delivery-outcomes.ts";
import type { Outcome } from "../deliveries/outcome.ts";
import { updateWebhook } from "../webhooks/webhooks.ts";

describe("recording outcomes for webhooks", () => {
  const fixture = useFixture();

  const record = (...outcomes: Outcome[]) => recordOutcomes(fixture.db, { outcomes, now: NOW });
  const webhook = () => fixture.row("webhook", ["failure_count", "last_failure_at", "enabled"]);

  it("counts an attempt that the server aborted neither for the delivery nor for its webhook", async () => {
    await leaseDeliveries(fixture, 1);

    await record(outcomeOf(1, { next: RETRIED, isCounted: false }));

    expect(await fixture.row("delivery", ["state", "attempts_made"])).toEqual({
      state: "queued",
      attempts_made: 0,
    });
    expect(await webhook()).toEqual({ failure_count: 0, last_failure_at: null, enabled: 1 });
  });

  it("counts a webhook's failures until a success resets the count", async () => {
    await leaseDeliveries(fixture, 4);

    await record(outcomeOf(1, { next: RETRIED }), outcomeOf(2, { next: RETRIED }));
    const failing = await webhook();
    await record(outcomeOf(3));
    const working = await webhook();

    expect(failing).toEqual({ failure_count: 2, last_failure_at: NOW, enabled: 1 });
    expect(working).toEqual({ failure_count: 0, last_failure_at: NOW, enabled: 1 });
  });

  it("counts failures of alerts, digests and confirmations, but not of tests", async () => {
    await leaseDeliveries(fixture, 2);
    const failed = { next: RETRIED, submission_id: null };

    await record(outcomeOf(1, { ...failed, isTest: true }));
    const tested = await webhook();
    await record(outcomeOf(2, failed));

    expect(tested).toEqual({ failure_count: 0, last_failure_at: null, enabled: 1 });
    expect(await webhook()).toEqual({ failure_count: 1, last_failure_at: NOW, enabled: 1 });
  });

  describe("over five days", () => {
    const DAY_MS = 24 * 3_600_000;
    const givenUp = { state: "exhausted", reason: "http_500", next_attempt_at: null } as const;
    const recordAt = (day: number, next: Outcome["next"], id: number) =>
      recordOutcomes(fixture.db, { outcomes: [outcomeOf(id, { next })], now: NOW + day * DAY_MS });
    const state = () => fixture.row("webhook", ["enabled", "disabled_reason", "failing_since"]);
    const working = { enabled: 1, disabled_reason: null };

    it("of failures only disables a webhook, with the reason", async () => {
      await leaseDeliveries(fixture, 3);

      await recordAt(0, RETRIED, 1);
      await recordAt(4.5, givenUp, 2);
      expect(await state()).toEqual({ ...working, failing_since: NOW });
      await recordAt(5, givenUp, 3);

      expect(await state()).toMatchObject({ enabled: 0, disabled_reason: "failing" });
    });

    it("does not disable while deliveries are retried, only when one is given up", async () => {
      await leaseDeliveries(fixture, 2);

      await recordAt(0, givenUp, 1);
      await recordAt(30, RETRIED, 2);

      expect(await state()).toMatchObject(working);
    });

    it("starts again at each success", async () => {
      await leaseDeliveries(fixture, 4);

      await recordAt(0, givenUp, 1);
      await recordAt(3, SUCCEEDED, 2);
      expect(await state()).toEqual({ ...working, failing_since: null });
      await recordAt(4, givenUp, 3);
      await recordAt(8, givenUp, 4);

      expect(await state()).toEqual({ ...working, failing_since: NOW + 4 * DAY_MS });
    });

    it("starts again at a success in the same batch", async () => {
      await leaseDeliveries(fixture, 3);
      await recordAt(0, givenUp, 1);

      await recordOutcomes(fixture.db, {
        outcomes: [outcomeOf(2), outcomeOf(3, { next: givenUp })],
        now: NOW + 6 * DAY_MS,
      });

      expect(await state()).toEqual({ ...working, failing_since: null });
    });

    it("starts again when the webhook is enabled again", async () => {
      await leaseDeliveries(fixture, 2);
      await recordAt(0, givenUp, 1);
      await recordAt(5, givenUp, 2);

      await updateWebhook(
        fixture.db,
        { account_id: 1, id: 1, settings: { enabled: true }, now: NOW },
        fixture.box,
      );

      expect(await state()).toEqual({ ...working, failing_since: null });
    });
  });

  it("disables a webhook whose URL is gone, unless it has another URL now", async () => {
    const enabled = async () => (await webhook()).enabled;
    await leaseDeliveries(fixture, 2);

    await record(outcomeOf(1, { goneAddress: "http://127.0.0.1:9/before" }));
    expect(await enabled()).toBe(1);

    await record(outcomeOf(2, { goneAddress: "http://127.0.0.1:9/hook" }));
    expect(await enabled()).toBe(0);
  });
});
