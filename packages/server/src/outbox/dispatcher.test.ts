import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Clock } from "../clock.ts";
import type { AttemptResult, OutgoingDelivery } from "../delivery.ts";
import { createIds, systemRandom } from "../ids.ts";
import { silentLog } from "../log.ts";
import { addWebhook, type Fixture, newSubmission, openFixture } from "../store/fixture.ts";
import { openStore, type Store } from "../store/store.ts";
import { createDispatcher, type Dispatcher } from "./dispatcher.ts";

const ids = createIds(systemRandom);
const START = 10_000_000;

interface FakeClock extends Clock {
  /** To the next timer, which runs. */
  jump(): void;
  /** To `at`, unless that is past. */
  leap(at: number): void;
}

/** Time that stands still until a test moves it. */
function createFakeClock(): FakeClock {
  let now = START;
  const timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    leap: (at) => {
      now = Math.max(now, at);
    },
    after(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at >= 0) timers.splice(at, 1);
      };
    },
    jump() {
      const next = timers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) return;
      timers.splice(timers.indexOf(next), 1);
      now = Math.max(now, next.at);
      next.run();
    },
  };
}

describe("the dispatcher", () => {
  let fixture: Fixture;
  let store: Store;
  let clock: FakeClock;
  let dispatcher: Dispatcher;
  let attempts: OutgoingDelivery[];
  let answer: (
    delivery: OutgoingDelivery,
    signal: AbortSignal,
  ) => Promise<AttemptResult> | AttemptResult;
  let rendered: number;

  beforeEach(async () => {
    fixture = await openFixture();
    clock = createFakeClock();
    attempts = [];
    rendered = 0;
    answer = () => answered(200);
  });
  afterEach(async () => {
    await dispatcher.stop({ atOnce: true });
    await store.close();
    await fixture.close();
  });

  const answered = (status: number): AttemptResult => ({
    kind: "answered",
    status,
    excerpt: "",
    retryAfterMs: undefined,
    startedAt: clock.now(),
    durationMs: 1,
    remoteIp: "127.0.0.1",
  });

  async function start(schedule?: readonly number[]): Promise<void> {
    store = await openStore(fixture.file, (error) => {
      throw error;
    });
    dispatcher = createDispatcher({
      store,
      deliver: async (delivery, signal) => {
        attempts.push(delivery);
        return answer(delivery, signal);
      },
      render: () => {
        rendered += 1;
        return { contentType: "text/plain", bytes: Buffer.from(`rendered ${rendered}`) };
      },
      clock,
      random: systemRandom,
      ids,
      log: silentLog,
      schedule,
      mostInFlight: 64,
      leaseMs: 60_000,
    });
    await dispatcher.start();
  }

  const rows = () =>
    fixture.db
      .selectFrom("delivery")
      .select(["id", "state", "reason", "attempts_made", "claims", "webhook_id"])
      .orderBy("id")
      .execute();

  /** Lets the threads work, and time jump on, until `isDone` says so. */
  async function until(isDone: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + 15_000;
    while (performance.now() < end) {
      if (await isDone()) return;
      clock.jump();
      await new Promise((resolve) => void setImmediate(resolve));
    }
    throw new Error(`not done: ${JSON.stringify(await rows())}`);
  }
  const allAre = (state: string) =>
    until(async () => (await rows()).every((row) => row.state === state));

  it("delivers what is due, once, and notes it on the submission", async () => {
    await addWebhook(fixture);
    fixture.accept(newSubmission(1, { now: START }));
    await start();

    await allAre("succeeded");

    expect(attempts).toMatchObject([
      { attempt: 1, trigger: "intake", webhookId: "msg_1_1", deliveryId: 1 },
    ]);
    expect(
      await fixture.db.selectFrom("submission").select("webhook_sent_at").executeTakeFirst(),
    ).toEqual({
      webhook_sent_at: expect.any(Number) as number,
    });
  });

  it("lives a whole life of sixteen attempts over a day, with the bytes of the first", async () => {
    await addWebhook(fixture);
    fixture.accept(newSubmission(1, { now: START }));
    answer = () => answered(500);
    await start();

    await until(async () => {
      const row = await fixture.db
        .selectFrom("delivery")
        .select(["state", "next_attempt_at"])
        .executeTakeFirstOrThrow();
      // An idle dispatcher looks every second; a day of that is passed over.
      if (row.next_attempt_at !== null) clock.leap(row.next_attempt_at);
      return row.state === "exhausted";
    });

    const log = await fixture.db
      .selectFrom("attempt")
      .select(["number", "outcome"])
      .orderBy("number")
      .execute();
    expect(log.map((entry) => entry.number)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
    expect((await rows())[0]).toMatchObject({ attempts_made: 16, claims: 16, reason: "http_500" });
    expect(rendered).toBe(1);
    expect(new Set(attempts.map(({ body }) => Buffer.from(body.bytes).toString()))).toEqual(
      new Set(["rendered 1"]),
    );
    expect(clock.now() - START).toBeGreaterThan(24 * 3_600_000);
    expect(clock.now() - START).toBeLessThan(28 * 3_600_000 + 60_000);
  }, 60_000);

  it("tries again by the operator's schedule until it succeeds", async () => {
    await addWebhook(fixture);
    fixture.accept(newSubmission(1, { now: START }));
    answer = () => answered(attempts.length < 3 ? 503 : 200);
    await start([100, 100, 100]);

    await allAre("succeeded");

    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect((await rows())[0]).toMatchObject({ attempts_made: 3 });
  });

  it("takes back what a dead process had leased, without counting it", async () => {
    await addWebhook(fixture);
    fixture.accept(newSubmission(1, { now: START }));
    await fixture.db
      .updateTable("delivery")
      .set({
        state: "delivering",
        next_attempt_at: null,
        lease_token: "dead",
        lease_expires_at: START + 60_000,
        claims: 1,
      })
      .execute();
    await start();

    await allAre("succeeded");

    const log = await fixture.db
      .selectFrom("attempt")
      .select(["number", "outcome"])
      .orderBy("number")
      .execute();
    expect(log).toEqual([
      { number: 1, outcome: "worker_lost" },
      { number: 2, outcome: "succeeded" },
    ]);
    expect((await rows())[0]).toMatchObject({ attempts_made: 1, claims: 2 });
  });

  it("cancels what waits for a webhook that was disabled or deleted meanwhile", async () => {
    const disabled = await addWebhook(fixture);
    const deleted = await addWebhook(fixture);
    fixture.accept(newSubmission(1, { now: START }));
    await fixture.db
      .updateTable("webhook")
      .set({ enabled: 0 })
      .where("id", "=", disabled)
      .execute();
    await fixture.db.deleteFrom("webhook").where("id", "=", deleted).execute();
    await start();

    await allAre("canceled");

    expect((await rows()).map((row) => row.reason)).toEqual([
      "webhook_disabled",
      "webhook_deleted",
    ]);
    expect(attempts).toEqual([]);
  });

  it("does not let one receiver that hangs stand in the way of another", async () => {
    const hanging = await addWebhook(fixture, { url: "http://hangs.test/" });
    await addWebhook(fixture, { url: "http://works.test/" });
    for (let n = 1; n <= 20; n++) fixture.accept(newSubmission(n, { now: START }));
    answer = ({ url }, signal) =>
      url.includes("works")
        ? answered(200)
        : new Promise((resolve) => {
            const aborted = {
              kind: "aborted",
              startedAt: 0,
              durationMs: 0,
              remoteIp: null,
            } as const;
            signal.addEventListener("abort", () => resolve(aborted));
          });
    await start();

    await until(async () =>
      (await rows()).every((row) => row.webhook_id === hanging || row.state === "succeeded"),
    );

    expect(attempts.filter(({ url }) => url.includes("hangs"))).toHaveLength(2);
    await dispatcher.stop({ atOnce: true });
    expect(
      (await rows()).filter((row) => row.webhook_id === hanging && row.state === "queued"),
    ).toHaveLength(20);
    expect(
      (await rows()).every((row) => row.webhook_id !== hanging || row.attempts_made === 0),
    ).toBe(true);
  });

  it("disables a webhook whose receiver is gone", async () => {
    const id = await addWebhook(fixture);
    fixture.accept(newSubmission(1, { now: START }));
    answer = () => answered(410);
    await start();

    await allAre("exhausted");

    expect(
      await fixture.db
        .selectFrom("webhook")
        .select(["enabled", "disabled_reason", "failure_count"])
        .where("id", "=", id)
        .executeTakeFirst(),
    ).toEqual({
      enabled: 0,
      disabled_reason: "gone",
      failure_count: 1,
    });
  });

  it("lets a late worker touch nothing but the log", async () => {
    await addWebhook(fixture);
    fixture.accept(newSubmission(1, { now: START }));
    await start();
    await allAre("succeeded");

    await store.write("settleDeliveries", {
      now: clock.now(),
      outcomes: [
        {
          id: 1,
          lease_token: "long gone",
          webhook_id: 1,
          submission_id: 1,
          next: { state: "exhausted", reason: "late", next_attempt_at: null },
          is_counted: true,
          is_gone: true,
          attempt: {
            number: 9,
            started_at: 1,
            duration_ms: 1,
            outcome: "failed",
            http_status: 500,
            error_code: null,
            response_excerpt: null,
            remote_ip: null,
            next_attempt_at: null,
          },
        },
      ],
    });

    expect((await rows())[0]).toMatchObject({ state: "succeeded", attempts_made: 1 });
    expect(
      await fixture.db
        .selectFrom("attempt")
        .select("outcome")
        .where("number", "=", 9)
        .executeTakeFirst(),
    ).toEqual({ outcome: "stale" });
    expect(await fixture.db.selectFrom("webhook").select("enabled").executeTakeFirst()).toEqual({
      enabled: 1,
    });
  });
});
