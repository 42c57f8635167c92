import {
  attemptOf,
  LEASE_TOKEN,
  LEASED,
  leaseDeliveries,
  NOW,
  outcomeOf,
  RETRIED,
  SUCCEEDED,
} from "../../../test/store/outcomes.ts";
import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { recordOutcomes } from "./delivery-outcomes.ts";
import type { Outcome } from "./outcome.ts";

describe("recording outcomes", () => {
  const fixture = useFixture();

  const record = (...outcomes: Outcome[]) => recordOutcomes(fixture.db, { outcomes, now: NOW });
  const rows = () =>
    fixture.rows("delivery", [
      "state",
      "attempts_made",
      "lease_token",
      "next_attempt_at",
      "finished_at",
    ]);
  const sentTimes = async () =>
    (await fixture.rows("submission", ["webhook_sent_at"])).map((row) => row.webhook_sent_at);

  it("ends the lease, and finishes deliveries that are not retried", async () => {
    await leaseDeliveries(fixture, 2);

    await record(outcomeOf(1), outcomeOf(2, { next: RETRIED }));

    const tried = { attempts_made: 1, lease_token: null };
    expect(await rows()).toEqual([
      { ...tried, state: "succeeded", next_attempt_at: null, finished_at: NOW },
      { ...tried, state: "queued", next_attempt_at: NOW + 20_000, finished_at: null },
    ]);
    expect(await sentTimes()).toEqual([NOW, null]);
  });

  it("keeps the time at which a submission was first sent", async () => {
    await leaseDeliveries(fixture, 1);
    await fixture.update("submission", { webhook_sent_at: 7 });

    await record(outcomeOf(1));

    expect(await sentTimes()).toEqual([7]);
  });

  it("records the others of a batch in which one lease is stale", async () => {
    await leaseDeliveries(fixture, 2);

    await record(
      outcomeOf(1, { lease_token: "another", goneAddress: "http://127.0.0.1:9/hook" }),
      outcomeOf(2),
    );

    expect((await rows()).map(({ state, lease_token }) => [state, lease_token])).toEqual([
      ["delivering", LEASE_TOKEN],
      ["succeeded", null],
    ]);
    expect(await sentTimes()).toEqual([null, NOW]);
    expect(await fixture.row("webhook", ["enabled"])).toEqual({ enabled: 1 });
  });

  const log = () =>
    fixture.rows("attempt", ["delivery_id", "number", "outcome", "response_excerpt"]);

  it("logs each attempt of a batch, as stale if its lease was lost", async () => {
    await leaseDeliveries(fixture, 3);

    await record(
      outcomeOf(1, { attempt: attemptOf(1, { response_excerpt: "it's “fine” \ud800" }) }),
      outcomeOf(2, { attempt: attemptOf(1), lease_token: "another" }),
      outcomeOf(3),
    );

    expect(await log()).toEqual([
      { delivery_id: 1, number: 1, outcome: "succeeded", response_excerpt: "it's “fine” \ufffd" },
      { delivery_id: 2, number: 1, outcome: "stale", response_excerpt: null },
    ]);
  });

  it("distinguishes the current lease of a delivery from a lost one in the same batch", async () => {
    await leaseDeliveries(fixture, 1);

    await record(
      outcomeOf(1, { attempt: attemptOf(1), lease_token: "lost", next: RETRIED }),
      outcomeOf(1, { attempt: attemptOf(2) }),
    );

    expect((await rows())[0]).toMatchObject({ state: "succeeded", attempts_made: 1 });
    expect((await log()).map((one) => one.outcome)).toEqual(["stale", "succeeded"]);
    expect(await fixture.row("webhook", ["failure_count"])).toEqual({ failure_count: 0 });
  });

  it("runs a fixed number of statements, whatever the size of the batch", async () => {
    await leaseDeliveries(fixture, 1);
    for (let n = 2; n <= 8; n++) await addWebhook(fixture);
    for (let n = 2; n <= 9; n++) await fixture.accept(newSubmission(n));
    await fixture.update("delivery", LEASED);
    const leased = await fixture.rows("delivery", ["id", "webhook_id", "submission_id"]);
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
      outcomes: leased.map((row, n) =>
        outcomeOf(row.id, {
          ...row,
          attempt: attemptOf(1),
          next: n % 2 === 0 ? SUCCEEDED : givenUp,
          goneAddress: n % 2 === 0 ? null : "http://127.0.0.1:9/hook",
        }),
      ),
      now: NOW,
    });

    expect(leased.length).toBe(65);
    expect(statements).toBeLessThanOrEqual(8);
    expect(await log()).toHaveLength(65);
  });
});
