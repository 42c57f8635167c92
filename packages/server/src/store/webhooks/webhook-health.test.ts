import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import type { Schema } from "../engine/schema.ts";
import { newestDeliveries, webhookHealth } from "./webhook-health.ts";

const HOUR_MS = 3_600_000;
const NOW = 100 * HOUR_MS;
const NOTHING = { delivered: 0, failed: 0, retrying: 0, open: 0 };

describe("webhook health", () => {
  const fixture = useFixture();
  beforeEach(() => addWebhook(fixture));
  const request = { account_id: 1, ids: [1], now: NOW, limit: 1_000 };
  const health = async (over: Partial<typeof request> = {}) =>
    webhookHealth(fixture.db, { ...request, ...over });

  let posts = 0;
  /** Creates an entry in the log of webhook 1. */
  async function entry(
    state: Schema["delivery"]["state"],
    { at = NOW - 1, attempts = 1, finished = at }: Readonly<Record<string, number>> = {},
  ): Promise<void> {
    const { id } = await fixture.accept(newSubmission((posts += 1)));
    const isOver = state !== "queued" && state !== "delivering";
    await fixture.update(
      "delivery",
      {
        state,
        attempts_made: attempts,
        claims: attempts,
        created_at: at,
        finished_at: isOver ? finished : null,
        next_attempt_at: state === "queued" ? at : null,
        lease_token: state === "delivering" ? "t" : null,
        lease_expires_at: state === "delivering" ? NOW : null,
      },
      { submission_id: id, webhook_id: 1 },
    );
  }

  it("is empty for a webhook without deliveries", async () => {
    const [one] = await health();

    expect(one).toMatchObject({
      webhook_id: 1,
      entries: 0,
      oldest_at: null,
      attempts: 0,
      failures: 0,
      lastSuccessAt: null,
      waiting: 0,
    });
    expect(one?.hours).toEqual(Array.from({ length: 24 }, () => NOTHING));
  });

  it("has attempts, failures, the last success and the queued entries", async () => {
    await entry("succeeded", { at: NOW - 3 * HOUR_MS, attempts: 3, finished: NOW - 2 * HOUR_MS });
    await entry("exhausted", { attempts: 16 });
    await entry("blocked");
    await entry("canceled", { attempts: 0 });
    await entry("queued", { attempts: 2 });
    await entry("queued", { attempts: 0 });
    await entry("delivering", { attempts: 0 });

    const [one] = await health();

    expect(one).toMatchObject({
      entries: 7,
      oldest_at: NOW - 3 * HOUR_MS,
      attempts: 22,
      failures: 21,
      lastSuccessAt: NOW - 2 * HOUR_MS,
      waiting: 2,
    });
  });

  it("counts new entries by the hours of the last day, and no older ones", async () => {
    await entry("succeeded", { at: NOW - 24 * HOUR_MS - 1 });
    await entry("succeeded", { at: NOW - 24 * HOUR_MS });
    await entry("exhausted", { at: NOW - 23 * HOUR_MS - 1 });
    await entry("skipped", { at: NOW - 23 * HOUR_MS - 1, attempts: 0 });
    await entry("queued", { at: NOW - HOUR_MS });
    await entry("queued", { at: NOW - HOUR_MS, attempts: 0 });
    await entry("delivering", { at: NOW });
    await entry("succeeded", { at: NOW + 5 });

    const [one] = await health();

    expect([one?.entries, one?.hours[0]]).toEqual([8, { ...NOTHING, delivered: 1, failed: 1 }]);
    expect(one?.hours[23]).toEqual({ delivered: 1, failed: 0, retrying: 1, open: 2 });
    expect(one?.hours.slice(1, 23)).toEqual(Array.from({ length: 22 }, () => NOTHING));
  });

  it("reads only the newest entries", async () => {
    await entry("exhausted", { attempts: 16, at: 1 });
    for (let at = 2; at <= 4; at += 1) await entry("succeeded", { at });

    const newest = await health({ limit: 3 });
    const all = await health({ limit: 4 });

    expect(newest[0]).toMatchObject({ entries: 3, oldest_at: 2, failures: 0 });
    expect(all[0]).toMatchObject({ entries: 4, oldest_at: 1, failures: 16 });
  });

  it("is read for several webhooks separately, and for none of another account", async () => {
    const second = await addWebhook(fixture);
    await entry("exhausted", { attempts: 1 });

    const both = await health({ ids: [second, 1, 999] });

    const byId = both.toSorted((a, b) => a.webhook_id - b.webhook_id);
    expect(byId.map(({ webhook_id, failures }) => [webhook_id, failures])).toEqual([
      [1, 1],
      [second, 0],
    ]);
    expect(byId[1]).toMatchObject({ entries: 1, waiting: 1 });
    expect(await health({ account_id: 2 })).toEqual([]);
    expect(await health({ ids: [] })).toEqual([]);
  });

  it("lists the newest entries of the account's own webhooks, newest first", async () => {
    for (let n = 0; n < 4; n += 1) await entry("succeeded");
    const page = { account_id: 1, webhook_id: 1, limit: 3 };

    const newest = await newestDeliveries(fixture.db, page);

    expect(newest.map(({ id }) => id)).toEqual([4, 3, 2]);
    expect(await newestDeliveries(fixture.db, { ...page, account_id: 2 })).toEqual([]);
  });
});
