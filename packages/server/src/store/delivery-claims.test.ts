import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimDue, nextDueAt, recoverLeases, releaseClaims } from "./delivery-claims.ts";
import { addWebhook, type Fixture, newSubmission, openFixture } from "./fixture.ts";

const NOW = 1_000_000;

describe("claims", () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await openFixture();
  });
  afterEach(() => fixture.close());

  const claim = (over: Partial<Parameters<typeof claimDue>[1]> = {}) =>
    claimDue(fixture.db, {
      now: NOW,
      lease_token: "token",
      lease_expires_at: NOW + 60_000,
      limit: 10,
      free_of: {},
      free_of_others: 10,
      ...over,
    });
  const accept = (count: number) => {
    for (let n = 1; n <= count; n++) fixture.accept(newSubmission(n, { now: NOW - 1_000 + n }));
  };

  it("give a due delivery to one lease only", async () => {
    await addWebhook(fixture);
    accept(1);

    const first = await claim();
    const second = await claim({ lease_token: "other" });

    expect(first).toEqual([{ id: 1, webhook_id: 1 }]);
    expect(second).toEqual([]);
  });

  it("are fair: a webhook at its cap leaves the rest to the others", async () => {
    const busy = await addWebhook(fixture);
    const other = await addWebhook(fixture);
    accept(5);

    const claimed = await claim({ free_of: { [busy]: 1 }, limit: 4 });

    expect(claimed.map((row) => row.webhook_id)).toEqual([busy, other, other, other]);
  });

  it("leave alone what is not due, and say when it will be", async () => {
    await addWebhook(fixture);
    fixture.accept(newSubmission(1, { now: NOW + 5 }));

    expect(await claim()).toEqual([]);
    expect(await nextDueAt(fixture.db, {})).toBe(NOW + 5);
  });

  it("that are handed back were never made", async () => {
    await addWebhook(fixture);
    accept(1);
    await claim();

    await releaseClaims(fixture.db, { ids: [1], lease_token: "not it", now: NOW });
    expect(await claim()).toEqual([]);
    await releaseClaims(fixture.db, { ids: [1], lease_token: "token", now: NOW });

    const row = await fixture.db
      .selectFrom("delivery")
      .select(["state", "claims"])
      .executeTakeFirst();
    expect(row).toEqual({ state: "queued", claims: 0 });
  });

  it("are taken back once their lease is over, and not before", async () => {
    await addWebhook(fixture);
    accept(2);
    await claim();

    const early = await recoverLeases(fixture.db, {
      now: NOW,
      expired_at: NOW + 59_999,
      limit: 10,
    });
    const late = await recoverLeases(fixture.db, { now: NOW, expired_at: NOW + 60_000, limit: 10 });

    expect([early, late]).toEqual([0, 2]);
    expect(await claim()).toHaveLength(2);
  });

  it("never scan the table", async () => {
    await addWebhook(fixture);
    accept(3);
    const plans: string[] = [];
    const prepare = fixture.sqlite.prepare.bind(fixture.sqlite);
    fixture.sqlite.prepare = (text: string) => {
      if (/\bdelivery\b/.test(text) && !text.startsWith("explain")) {
        const holes = text.split("?").length - 1;
        const steps = prepare<unknown[], { detail: string }>(`explain query plan ${text}`).all(
          ...Array<null>(holes).fill(null),
        );
        plans.push(...steps.map((step) => step.detail));
      }
      return prepare(text);
    };

    await claim();
    await nextDueAt(fixture.db, {});
    await recoverLeases(fixture.db, { now: NOW, expired_at: NOW, limit: 10 });

    expect(plans.length).toBeGreaterThan(5);
    expect(plans.filter((plan) => plan.startsWith("SCAN delivery"))).toEqual([]);
  });
});
