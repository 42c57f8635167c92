import { claimRequest, NOW } from "../../../test/store/outcomes.ts";
import { claimDue, releaseClaims } from "./delivery-claims.ts";
import { nextDueAt } from "./destination-queues.ts";
import { addRecipient, addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";

describe("claims", () => {
  const fixture = useFixture();

  const ask = (over: Partial<Parameters<typeof claimDue>[1]> = {}) =>
    claimDue(fixture.db, claimRequest({ lease_token: "token", limit: 10, ...over }));
  const claim = async (over: Partial<Parameters<typeof claimDue>[1]> = {}) =>
    (await ask(over)).claimed;
  const accept = async (count: number) => {
    for (let n = 1; n <= count; n++)
      await fixture.accept(newSubmission(n, { now: NOW - 1_000 + n }));
  };

  it("leave the remaining slots to other webhooks when one is at its limit", async () => {
    const busy = await addWebhook(fixture);
    const other = await addWebhook(fixture);
    await accept(5);

    const claimed = await claim({ load_of: { [busy]: { inFlight: 0, free: 1 } }, limit: 4 });

    expect(claimed.map((row) => row.destination_id)).toEqual([busy, other, other, other]);
  });

  it("prefer webhooks with the fewest in flight, and reserve the last slots for idle ones", async () => {
    const busy = await addWebhook(fixture);
    const calm = await addWebhook(fixture);
    const idle = await addWebhook(fixture);
    await accept(5);
    const load_of = { [busy]: { inFlight: 9, free: 7 }, [calm]: { inFlight: 1, free: 3 } };

    const webhooksOf = async (limit: number) =>
      (await claim({ load_of, limit, reservedForIdle: 2, lease_token: `${limit}` })).map(
        (row) => row.destination_id,
      );

    expect(await webhooksOf(2)).toEqual([idle]);
    expect(await webhooksOf(7)).toEqual([idle, idle, idle, idle, calm]);
    expect(await webhooksOf(12)).toEqual([calm, calm, calm, ...Array<number>(5).fill(busy)]);
  });

  it("give the slots of a kind to its destinations in turn, not all to the first one", async () => {
    const mails = [];
    for (let n = 0; n < 30; n++) mails.push(await addRecipient(fixture));
    await accept(1);

    const claimed = await claim({ limit: 20, freeOfOthers: 5, free_of_kind: { email: 8 } });
    const rest = await claim({ limit: 99, lease_token: "other", free_of_kind: { email: 99 } });

    expect(claimed.map((row) => row.destination_id)).toEqual(mails.slice(0, 8));
    expect(rest.map((row) => row.destination_id)).toEqual(mails.slice(8));
  });

  it("share the slots of a kind among few destinations, each within its own limit", async () => {
    const slow = await addRecipient(fixture);
    const fast = await addRecipient(fixture);
    const other = await addWebhook(fixture);
    await accept(9);

    const claimed = await claim({
      limit: 99,
      freeOfOthers: 9,
      load_of: { [slow]: { inFlight: 0, free: 2 } },
      free_of_kind: { email: 7 },
    });

    const count = (id: number) => claimed.filter((row) => row.destination_id === id).length;
    expect([slow, fast, other].map(count)).toEqual([2, 5, 9]);
  });

  it("skip deliveries that are not due, and return when the next one is", async () => {
    await addWebhook(fixture);
    await fixture.accept(newSubmission(1, { now: NOW + 5 }));

    expect(await ask()).toEqual({ isQuarantined: false, claimed: [], due_at: NOW + 5 });
    expect(await nextDueAt(fixture.db, {})).toBe(NOW + 5);
    await claim({ now: NOW + 5 });
    expect(await ask()).toEqual({ isQuarantined: false, claimed: [], due_at: undefined });
  });

  it("are released only by their own token", async () => {
    await addWebhook(fixture);
    await accept(1);
    await claim();

    await releaseClaims(fixture.db, { lease_token: "not it", now: NOW });

    expect(await claim()).toEqual([]);
  });

  const suspect = (id: number) => fixture.update("delivery", { lost_workers: 3 }, { id });

  it("skip a quarantined delivery while none may start", async () => {
    await addWebhook(fixture);
    await accept(2);
    await suspect(1);

    expect(await ask({ may_start_quarantined: false })).toMatchObject({
      isQuarantined: false,
      claimed: [{ id: 2 }],
    });
    expect(await claim({ may_start_quarantined: false })).toEqual([]);
  });

  it("cancel due deliveries of a disabled or deleted webhook, without an attempt", async () => {
    const disabled = await addWebhook(fixture);
    const deleted = await addWebhook(fixture);
    const works = await addWebhook(fixture);
    await accept(2);
    await fixture.accept(newSubmission(3, { now: NOW + 1 }));
    await fixture.update("webhook", { enabled: 0 }, { id: disabled });
    await fixture.db.deleteFrom("webhook").where("id", "=", deleted).execute();

    const claimed = await claim();

    const rows = await fixture.db
      .selectFrom("delivery")
      .select(["webhook_id", "state", "reason", "claims", "finished_at"])
      .orderBy("webhook_id")
      .orderBy("id")
      .execute();
    const canceled = { state: "canceled", claims: 0, finished_at: NOW };
    expect(claimed.map((row) => row.destination_id)).toEqual([works, works]);
    expect(rows.filter((row) => row.webhook_id !== works)).toEqual([
      { webhook_id: disabled, reason: "webhook_disabled", ...canceled },
      { webhook_id: disabled, reason: "webhook_disabled", ...canceled },
      { webhook_id: disabled, reason: null, claims: 0, finished_at: null, state: "queued" },
      { webhook_id: deleted, reason: "webhook_deleted", ...canceled },
      { webhook_id: deleted, reason: "webhook_deleted", ...canceled },
      { webhook_id: deleted, reason: null, claims: 0, finished_at: null, state: "queued" },
    ]);
  });
});
