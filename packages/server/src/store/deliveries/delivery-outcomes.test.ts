import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimDue } from "./delivery-claims.ts";
import type { Outcome } from "./outcome.ts";
import { recordOutcomes } from "./delivery-outcomes.ts";
import { updateWebhook } from "../webhooks/webhooks.ts";
import {
  addWebhook,
  type Fixture,
  newSubmission,
  openFixture,
} from "../../../test/store-fixture.ts";

const NOW = 1_000_000;
const TOKEN = "held";

describe("settling", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await openFixture();
  });
  afterEach(() => fixture.close());

  /** Deliveries 1 to `count` of webhook 1, as leased under `TOKEN`. */
  async function lease(count: number): Promise<void> {
    await addWebhook(fixture);
    for (let n = 1; n <= count; n++) await fixture.accept(newSubmission(n));
    await fixture.db
      .updateTable("delivery")
      .set({
        state: "delivering",
        next_attempt_at: null,
        lease_token: TOKEN,
        lease_expires_at: NOW + 60_000,
        claims: 1,
      })
      .execute();
  }

  const succeeded = { state: "succeeded", reason: null, next_attempt_at: null } as const;
  const retried = { state: "queued", reason: null, next_attempt_at: NOW + 20_000 } as const;
  const outcome = (id: number, over: Partial<Outcome> = {}): Outcome => ({
    id,
    lease_token: TOKEN,
    webhook_id: 1,
    submission_id: id,
    next: succeeded,
    is_counted: true,
    gone_url: null,
    attempt: undefined,
    ...over,
  });
  const settle = (...outcomes: Outcome[]) => recordOutcomes(fixture.db, { outcomes, now: NOW });
  const rows = () =>
    fixture.db
      .selectFrom("delivery")
      .select(["state", "attempts_made", "lease_token", "next_attempt_at", "finished_at"])
      .orderBy("id")
      .execute();
  const webhook = () =>
    fixture.db
      .selectFrom("webhook")
      .select(["failure_count", "last_failure_at", "enabled"])
      .executeTakeFirstOrThrow();
  const noted = async () =>
    (
      await fixture.db.selectFrom("submission").select("webhook_sent_at").orderBy("id").execute()
    ).map((row) => row.webhook_sent_at);

  it("ends the lease, and finishes what will not be tried again", async () => {
    await lease(2);

    await settle(outcome(1), outcome(2, { next: retried }));

    expect(await rows()).toEqual([
      {
        state: "succeeded",
        attempts_made: 1,
        lease_token: null,
        next_attempt_at: null,
        finished_at: NOW,
      },
      {
        state: "queued",
        attempts_made: 1,
        lease_token: null,
        next_attempt_at: NOW + 20_000,
        finished_at: null,
      },
    ]);
    expect(await noted()).toEqual([NOW, null]);
  });

  it("counts nothing, on the delivery or its webhook, of what we broke off ourselves", async () => {
    await lease(1);

    await settle(outcome(1, { next: retried, is_counted: false }));

    expect((await rows())[0]).toMatchObject({ state: "queued", attempts_made: 0 });
    expect(await webhook()).toEqual({ failure_count: 0, last_failure_at: null, enabled: 1 });
  });

  it("adds up a webhook's failures, until one success begins the count anew", async () => {
    await lease(4);

    await settle(outcome(1, { next: retried }), outcome(2, { next: retried }));
    const failing = await webhook();
    await settle(outcome(3));
    const working = await webhook();

    expect(failing).toEqual({ failure_count: 2, last_failure_at: NOW, enabled: 1 });
    expect(working).toEqual({ failure_count: 0, last_failure_at: NOW, enabled: 1 });
  });

  describe("over five days", () => {
    const DAY_MS = 24 * 3_600_000;
    const givenUp = { state: "exhausted", reason: "http_500", next_attempt_at: null } as const;
    const settleAt = (day: number, next: Outcome["next"], id: number) =>
      recordOutcomes(fixture.db, {
        outcomes: [outcome(id, { next })],
        now: NOW + day * DAY_MS,
      });
    const state = () =>
      fixture.db
        .selectFrom("webhook")
        .select(["enabled", "disabled_reason", "failing_since"])
        .executeTakeFirstOrThrow();
    const working = { enabled: 1, disabled_reason: null };

    it("of nothing but failures disables a webhook, with the reason", async () => {
      await lease(3);

      await settleAt(0, retried, 1);
      await settleAt(4.5, givenUp, 2);
      expect(await state()).toEqual({ ...working, failing_since: NOW });
      await settleAt(5, givenUp, 3);

      expect(await state()).toMatchObject({ enabled: 0, disabled_reason: "failing" });
    });

    it("leaves a delivery its retries: only one that is given up disables", async () => {
      await lease(2);

      await settleAt(0, givenUp, 1);
      await settleAt(30, retried, 2);

      expect(await state()).toMatchObject(working);
    });

    it("with one success among them begins anew", async () => {
      await lease(4);

      await settleAt(0, givenUp, 1);
      await settleAt(3, succeeded, 2);
      expect(await state()).toEqual({ ...working, failing_since: null });
      await settleAt(4, givenUp, 3);
      await settleAt(8, givenUp, 4);

      expect(await state()).toEqual({ ...working, failing_since: NOW + 4 * DAY_MS });
    });

    it("counts a success in the same batch as one", async () => {
      await lease(3);
      await settleAt(0, givenUp, 1);

      await recordOutcomes(fixture.db, {
        outcomes: [outcome(2), outcome(3, { next: givenUp })],
        now: NOW + 6 * DAY_MS,
      });

      expect(await state()).toEqual({ ...working, failing_since: null });
    });

    it("forgets them when the webhook is enabled again", async () => {
      await lease(2);
      await settleAt(0, givenUp, 1);
      await settleAt(5, givenUp, 2);

      await updateWebhook(
        fixture.db,
        { account_id: 1, id: 1, settings: { enabled: true }, now: NOW },
        fixture.box,
      );

      expect(await state()).toEqual({ ...working, failing_since: null });
    });
  });

  it("keeps the time at which a submission was first sent", async () => {
    await lease(1);
    await fixture.db.updateTable("submission").set({ webhook_sent_at: 7 }).execute();

    await settle(outcome(1));

    expect(await noted()).toEqual([7]);
  });

  it("settles the others of a batch in which one lease is stale", async () => {
    await lease(2);

    await settle(
      outcome(1, { lease_token: "another's", gone_url: "http://127.0.0.1:9/hook" }),
      outcome(2),
    );

    expect((await rows()).map(({ state, lease_token }) => [state, lease_token])).toEqual([
      ["delivering", TOKEN],
      ["succeeded", null],
    ]);
    expect(await noted()).toEqual([null, NOW]);
    expect((await webhook()).enabled).toBe(1);
  });

  it("takes an outcome once: a second one finds no lease", async () => {
    await lease(1);
    await settle(outcome(1));

    await settle(outcome(1, { next: retried }));

    expect((await rows())[0]).toMatchObject({ state: "succeeded", attempts_made: 1 });
  });

  it("passes over a delivery that is deleted", async () => {
    await lease(2);
    await fixture.db.deleteFrom("submission").where("id", "=", 1).execute();

    await settle(outcome(1), outcome(2));

    expect((await rows()).map((row) => row.state)).toEqual(["succeeded"]);
  });

  const attempt = (number: number, over: Partial<NonNullable<Outcome["attempt"]>> = {}) => ({
    number,
    started_at: NOW - 5,
    duration_ms: 5,
    outcome: "succeeded" as const,
    http_status: 200,
    error_code: null,
    response_excerpt: null,
    remote_ip: "127.0.0.1",
    next_attempt_at: null,
    ...over,
  });
  const log = () =>
    fixture.db
      .selectFrom("attempt")
      .select(["delivery_id", "number", "outcome", "response_excerpt"])
      .orderBy("delivery_id")
      .orderBy("number")
      .execute();

  it("logs each attempt of a batch, and one whose lease is lost as stale", async () => {
    await lease(3);

    await settle(
      outcome(1, { attempt: attempt(1, { response_excerpt: "it's “fine” \ud800" }) }),
      outcome(2, { attempt: attempt(1), lease_token: "another's" }),
      outcome(3),
    );

    expect(await log()).toEqual([
      { delivery_id: 1, number: 1, outcome: "succeeded", response_excerpt: "it's “fine” \ufffd" },
      { delivery_id: 2, number: 1, outcome: "stale", response_excerpt: null },
    ]);
  });

  it("tells a delivery's lease of now from the one that it lost, in one batch", async () => {
    await lease(1);

    await settle(
      outcome(1, { attempt: attempt(1), lease_token: "lost", next: retried }),
      outcome(1, { attempt: attempt(2) }),
    );

    expect((await rows())[0]).toMatchObject({ state: "succeeded", attempts_made: 1 });
    expect((await log()).map((one) => one.outcome)).toEqual(["stale", "succeeded"]);
    expect(await webhook()).toMatchObject({ failure_count: 0 });
  });

  it("takes as many statements for many as for a few", async () => {
    await lease(1);
    for (let n = 2; n <= 8; n++) await addWebhook(fixture);
    for (let n = 2; n <= 9; n++) await fixture.accept(newSubmission(n));
    await fixture.db
      .updateTable("delivery")
      .set({ state: "delivering", next_attempt_at: null, lease_token: TOKEN, lease_expires_at: 1 })
      .where("state", "=", "queued")
      .execute();
    await fixture.db.updateTable("delivery").set({ claims: 1 }).execute();
    const held = await fixture.db
      .selectFrom("delivery")
      .select(["id", "webhook_id", "submission_id"])
      .orderBy("id")
      .execute();
    let statements = 0;
    const counting = fixture.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1;
        return result;
      },
    });
    const givenUp = { state: "exhausted", reason: "gone", next_attempt_at: null } as const;

    await recordOutcomes(counting, {
      outcomes: held.map((row, n) =>
        outcome(row.id, {
          ...row,
          attempt: attempt(1),
          next: n % 2 === 0 ? succeeded : givenUp,
          gone_url: n % 2 === 0 ? null : "http://127.0.0.1:9/hook",
        }),
      ),
      now: NOW,
    });

    expect(held.length).toBe(65);
    expect(statements).toBeLessThanOrEqual(8);
    expect(await log()).toHaveLength(65);
  });

  it("disables a webhook that is gone, unless it has another URL by now", async () => {
    const enabled = async () =>
      (await fixture.db.selectFrom("webhook").select("enabled").executeTakeFirstOrThrow()).enabled;
    await lease(2);

    await settle(outcome(1, { gone_url: "http://127.0.0.1:9/before" }));
    expect(await enabled()).toBe(1);

    await settle(outcome(2, { gone_url: "http://127.0.0.1:9/hook" }));
    expect(await enabled()).toBe(0);
  });

  it("touches nothing of the lease that another worker holds by now", async () => {
    await lease(1);
    await fixture.db
      .updateTable("delivery")
      .set({ state: "queued", next_attempt_at: 1, lease_token: null, lease_expires_at: null })
      .execute();
    await claimDue(fixture.db, {
      now: NOW,
      lease_token: "newer",
      lease_expires_at: NOW + 60_000,
      limit: 1,
      load_of: {},
      free_of_others: 1,
      reserved_for_idle: 0,
      is_idle: true,
      may_start_quarantined: true,
    });

    await settle(outcome(1, { next: retried }));

    expect((await rows())[0]).toMatchObject({
      state: "delivering",
      lease_token: "newer",
      attempts_made: 0,
    });
  });
});
