// What has become of deliveries that were sent now, and how the rest is taken back.
import {
  type Columns,
  DELIVERING,
  deliveryRows,
  ended,
  givenDelivery,
  NOW,
  RETRYING,
  sendNow,
} from "../../../test/store/given-deliveries.ts";
import { addWebhook, useFixture } from "../../../test/fixture.ts";
import { sendingProgress, stopSending } from "./sending-progress.ts";

const fixture = useFixture();
let webhook: number;
beforeEach(async () => {
  webhook = await addWebhook(fixture);
});

const given = (n: number, columns: Columns) => givenDelivery(fixture, webhook, n, columns);

describe("what was sent now", () => {
  const scope = { account_id: 1 };
  const stop = (limit = 100) =>
    fixture.transact((db) =>
      stopSending(db, { scope, since: NOW, delaysMs: [0, 10, 20, 30, 40], limit, now: NOW + 5 }),
    );

  it("is counted by what has become of it", async () => {
    await given(1, { next_attempt_at: NOW });
    await given(2, RETRYING);
    await given(3, ended("succeeded", { finished_at: NOW }));
    await given(4, ended("succeeded"));
    await given(5, ended("exhausted", { finished_at: NOW + 1 }));
    await given(6, DELIVERING);

    const of = (more: object) =>
      sendingProgress(fixture.db, { scope: { ...scope, ...more }, since: NOW, now: NOW });

    const counts = { delivered: 1, failed: 1, due: 1, delivering: 1, waiting: 1 };
    expect(await of({})).toEqual(counts);
    expect(await of({ destination_id: webhook })).toEqual(counts);
    expect(await of({ account_id: 2 })).toEqual({
      delivered: 0,
      failed: 0,
      due: 0,
      delivering: 0,
      waiting: 0,
    });
  });

  it("is taken back: a retry waits again, and a re-fire is canceled", async () => {
    const retry = await given(1, RETRYING);
    await given(2, ended("exhausted"));
    const first = await given(3, { next_attempt_at: NOW + 1 });
    const earlier = await given(4, { next_attempt_at: NOW - 1, attempts_made: 1, claims: 1 });
    await sendNow(fixture);

    expect(await stop()).toEqual({ postponed: 1, canceled: 1 });
    expect(await stop()).toEqual({ postponed: 0, canceled: 0 });

    const left = await deliveryRows(fixture);
    const row = (id: number) => left.find((one) => one.id === id);
    expect(row(retry)).toMatchObject({ attempts_made: 3, next_attempt_at: NOW + 36 });
    expect(row(first)).toMatchObject({ state: "queued" });
    expect(row(earlier)).toMatchObject({ state: "queued", next_attempt_at: NOW - 1 });
    expect(left.at(-1)).toMatchObject({ trigger: "refire_bulk", state: "canceled" });
  });

  it("is taken back in batches", async () => {
    for (let n = 1; n <= 3; n++) await given(n, RETRYING);
    await sendNow(fixture);

    expect([await stop(2), await stop(2), await stop(2)]).toEqual([
      { postponed: 2, canceled: 0 },
      { postponed: 1, canceled: 0 },
      { postponed: 0, canceled: 0 },
    ]);
  });
});
