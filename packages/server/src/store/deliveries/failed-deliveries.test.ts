import { beforeEach, describe, expect, it } from "vitest";
import { cancelForSpam } from "./deliveries.ts";
import { refireSubmissions } from "./refires.ts";
import { FAILED_STATES, refireFailed } from "./send-deliveries.ts";
import { sendableDeliveries } from "./sendable-deliveries.ts";
import { addWebhook, newSubmission, useFixture } from "../../../test/store-fixture.ts";
import type { Schema } from "../engine/schema.ts";

const NOW = 1_000_000;
const SINCE = 500_000;

describe("failed deliveries of a webhook", () => {
  const fixture = useFixture();
  let webhook: number;
  beforeEach(async () => {
    webhook = await addWebhook(fixture);
  });

  /** Finishes the delivery of submission `n`, which has the same id, at `finished_at`. */
  async function ended(n: number, state: Schema["delivery"]["state"], finished_at = SINCE) {
    await fixture.accept(newSubmission(n));
    await fixture.db
      .updateTable("delivery")
      .set({ state, finished_at, next_attempt_at: null })
      .where("submission_id", "=", n)
      .execute();
  }
  const refire = async () => refireFailed(fixture.db, { ids: await failed(), now: NOW });
  async function failed(of: { readonly account_id?: number; readonly webhook_id?: number } = {}) {
    const { account_id = 1, webhook_id: destination_id = webhook } = of;
    const { deliveries } = await sendableDeliveries(fixture.db, {
      filter: { account_id, destination_id, states: FAILED_STATES, finished_since: SINCE },
      after_id: 0,
      until_id: 100,
      now: NOW,
      limit: 10,
    });
    return deliveries.map(({ id }) => id);
  }
  const waiting = async () =>
    (
      await fixture.db
        .selectFrom("delivery")
        .select("submission_id")
        .where("state", "=", "queued")
        .orderBy("id")
        .execute()
    ).map((row) => row.submission_id);

  it.each(["exhausted", "blocked", "canceled", "skipped"] as const)(
    "are queued again if they are %s",
    async (state) => {
      await ended(1, state);

      const [id] = await refire();

      const entry = await fixture.db
        .selectFrom("delivery")
        .select(["submission_id", "webhook_id", "trigger", "state", "next_attempt_at"])
        .where("id", "=", id ?? 0)
        .executeTakeFirst();
      expect(entry).toEqual({
        submission_id: 1,
        webhook_id: webhook,
        trigger: "refire_bulk",
        state: "queued",
        next_attempt_at: NOW,
      });
    },
  );

  it("are those that finished at that time or later, without successful ones", async () => {
    await ended(1, "exhausted", SINCE - 1);
    await ended(2, "succeeded");
    await ended(3, "exhausted", SINCE);

    expect(await refire()).toHaveLength(1);
    expect(await waiting()).toEqual([3]);
  });

  it("are queued once, however often they are re-fired", async () => {
    await ended(1, "exhausted");

    expect(await refire()).toHaveLength(1);
    expect(await refire()).toEqual([]);
  });

  it("are not queued if they were sent or failed again since", async () => {
    await ended(1, "exhausted");
    const again = { account_id: 1, submission_ids: [1], trigger: "refire", now: NOW } as const;
    await refireSubmissions(fixture.db, again);
    await fixture.db
      .updateTable("delivery")
      .set({ state: "succeeded", next_attempt_at: null, finished_at: NOW })
      .where("state", "=", "queued")
      .execute();

    expect(await refire()).toEqual([]);
  });

  it("do not include a submission that a user marked as spam", async () => {
    await fixture.accept(newSubmission(1));
    await cancelForSpam(fixture.db, { submission_ids: [1], now: SINCE });

    expect(await refire()).toEqual([]);
  });

  it("are not queued for a webhook that was disabled since, nor for another one", async () => {
    const other = await addWebhook(fixture);
    await ended(1, "exhausted");
    const ids = await failed();
    await fixture.db.updateTable("webhook").set({ enabled: 0 }).where("id", "=", webhook).execute();

    expect(await refireFailed(fixture.db, { ids, now: NOW })).toEqual([]);
    expect(await failed({ webhook_id: other })).toHaveLength(1);
    expect(await failed({ account_id: 2 })).toEqual([]);
  });
});
