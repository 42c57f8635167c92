// Which deliveries are sent now: waiting ones as they are, failed ones again, and nothing that was delivered. What has
// become of them, and how the rest is taken back.
import { addRecipient, addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { cancelForSpam } from "./deliveries.ts";
import type { DeliveryFilter } from "./matching-deliveries.ts";
import { refireSubmissions } from "./refires.ts";
import type { Schema } from "../engine/schema.ts";
import { FAILED_STATES, refireFailed, sendDeliveries } from "./send-deliveries.ts";
import { NO_DELIVERIES, sendableDeliveries } from "./sendable-deliveries.ts";
import { sendingProgress, stopSending } from "./sending-progress.ts";

const NOW = 1_000_000;
const LATER = NOW + 4 * 3_600_000;

type Columns = Partial<
  Pick<
    Schema["delivery"],
    "state" | "reason" | "next_attempt_at" | "finished_at" | "lease_token" | "lease_expires_at"
  > & { readonly attempts_made: number; readonly lost_workers: number; readonly claims: number }
>;

const RETRYING: Columns = { next_attempt_at: LATER, attempts_made: 3, claims: 3 };
const DELIVERING: Columns = {
  state: "delivering",
  next_attempt_at: null,
  lease_token: "1.t",
  lease_expires_at: LATER,
};
const ended = (state: Schema["delivery"]["state"], more: Columns = {}): Columns => ({
  state,
  next_attempt_at: null,
  finished_at: NOW - 1,
  ...more,
});

const fixture = useFixture();
let webhook: number;
beforeEach(async () => {
  webhook = await addWebhook(fixture);
});

/** Stores submission `n`, whose delivery to the webhook has these columns. Returns the delivery's id. */
async function given(n: number, columns: Columns): Promise<number> {
  await fixture.accept(newSubmission(n));
  const delivery = { submission_id: n, webhook_id: webhook };
  await fixture.update("delivery", columns, delivery);
  return (await fixture.row("delivery", ["id"], delivery)).id;
}
/** What can be sent of account 1 at {@link NOW}. */
async function found(filter: Partial<DeliveryFilter> = {}) {
  const of = { account_id: 1, ...filter };
  const window = { after_id: 0, untilId: 1_000, now: NOW, limit: 1_000 };
  return (await sendableDeliveries(fixture.db, { filter: of, ...window })).deliveries;
}
const groups = async () => (await found()).map(({ group }) => group);
/** Sends it, and returns how many deliveries that were. */
async function send(filter: Partial<DeliveryFilter> = {}, include_delivered = false) {
  const ids = (await found(filter)).map(({ id }) => id);
  const page = { counts: NO_DELIVERIES, next_cursor: null, started_at: NOW };
  const args = { ids, include_delivered, page, now: NOW };
  return (await fixture.transact((db) => sendDeliveries(db, args))).count;
}
const SHOWN = ["id", "submission_id", "state", "attempts_made", "next_attempt_at"] as const;
const rows = () => fixture.rows("delivery", [...SHOWN, "trigger"]);

describe("sending now", () => {
  it("makes a waiting delivery due as it is: the same delivery, with its attempts", async () => {
    const id = await given(1, RETRYING);

    expect(await groups()).toEqual(["waiting"]);
    expect(await send()).toBe(1);

    expect(await rows()).toEqual([
      {
        id,
        submission_id: 1,
        state: "queued",
        attempts_made: 3,
        next_attempt_at: NOW,
        trigger: "intake",
      },
    ]);
  });

  it("does nothing the second time", async () => {
    await given(1, RETRYING);
    await given(2, ended("exhausted"));

    expect([await send(), await send()]).toEqual([2, 0]);
    expect(await rows()).toHaveLength(3);
  });

  it.each(["exhausted", "blocked", "canceled", "skipped"] as const)(
    "queues a delivery that is %s again, with its submission and webhook",
    async (state) => {
      await given(1, ended(state));

      expect(await groups()).toEqual(["failed"]);
      expect(await send()).toBe(1);

      expect((await rows()).at(-1)).toMatchObject({
        submission_id: 1,
        state: "queued",
        attempts_made: 0,
        next_attempt_at: NOW,
        trigger: "refire_bulk",
      });
    },
  );

  it("leaves alone what is due, in progress, or delivered", async () => {
    await given(1, { next_attempt_at: NOW });
    await given(2, DELIVERING);
    await given(3, ended("succeeded"));
    const before = await rows();

    expect(await groups()).toEqual(["due", "delivering", "delivered"]);
    expect(await send()).toBe(0);
    expect(await rows()).toEqual(before);
  });

  it("never sends again what another delivery has brought to the receiver", async () => {
    await given(1, ended("succeeded"));
    const again = { account_id: 1, submission_ids: [1], trigger: "refire", now: NOW } as const;
    await refireSubmissions(fixture.db, again);
    const set = async (columns: Columns) =>
      fixture.update("delivery", columns, { trigger: "refire" });

    await set(RETRYING);
    expect(await groups()).toEqual(["delivered", "delivered"]);
    expect(await send()).toBe(0);
    await set(ended("exhausted"));
    expect(await send()).toBe(0);
  });

  it("sends what was delivered if that is asked for: the latest delivery of each", async () => {
    await given(1, ended("succeeded"));
    const again = { account_id: 1, submission_ids: [1], trigger: "refire", now: NOW } as const;
    await refireSubmissions(fixture.db, again);
    await fixture.update("delivery", ended("exhausted"), { trigger: "refire" });

    expect(await send({}, true)).toBe(1);
    expect((await rows()).map(({ trigger }) => trigger)).toEqual([
      "intake",
      "refire",
      "refire_bulk",
    ]);
  });

  it("sends to other webhooks of a submission what only one of them has", async () => {
    const other = await addWebhook(fixture);
    await given(1, ended("succeeded"));
    await fixture.update("delivery", ended("exhausted"), { webhook_id: other });

    expect(await send()).toBe(1);
  });

  it("does not send to a disabled or deleted webhook: a waiting delivery would be canceled", async () => {
    await given(1, RETRYING);
    await given(2, ended("exhausted"));
    await fixture.update("webhook", { enabled: 0 });

    expect(await groups()).toEqual(["left_out", "left_out"]);
    await fixture.db.deleteFrom("webhook").execute();
    expect(await groups()).toEqual(["left_out", "left_out"]);
    expect(await send()).toBe(0);
  });

  it("does not send what a user withdrew, what is in quarantine, and what waits for a score", async () => {
    await fixture.accept(newSubmission(1));
    await cancelForSpam(fixture.db, { submission_ids: [1], now: NOW });
    await given(2, { ...RETRYING, lost_workers: 3 });
    await given(3, { next_attempt_at: LATER });
    await fixture.insert("lead_score", { submission_id: 3, next_try_at: LATER, created_at: NOW });

    expect(await groups()).toEqual(["left_out", "left_out", "left_out"]);
    expect(await send()).toBe(0);
  });

  it("makes waiting e-mails due, and repeats failed ones", async () => {
    const recipient = await addRecipient(fixture);
    await fixture.accept(newSubmission(1));
    await fixture.accept(newSubmission(2));
    const set = async (submission: number, columns: Columns) =>
      fixture.update("delivery", columns, { webhook_id: recipient, submission_id: submission });
    await set(1, RETRYING);
    await set(2, ended("exhausted"));

    const of = { destination_id: recipient, kind: "email" } as const;
    expect((await found(of)).map(({ group }) => group)).toEqual(["waiting", "failed"]);
    expect(await send(of)).toBe(2);
  });

  it("is limited to an account, a form, states, times and ids", async () => {
    const first = await given(1, RETRYING);
    const second = await given(2, ended("exhausted"));
    const count = async (filter: Partial<DeliveryFilter>) => (await found(filter)).length;

    expect(await count({ account_id: 2 })).toBe(0);
    expect(await count({ form_id: 2 })).toBe(0);
    expect(await count({ states: ["retrying"] })).toBe(1);
    expect(await count({ states: ["queued"] })).toBe(0);
    expect(await count({ states: ["retrying", "exhausted"] })).toBe(2);
    expect(await count({ created_after: 2_001 })).toBe(1);
    expect(await count({ created_before: 2_002 })).toBe(1);
    expect(await count({ ids: [second, 999] })).toBe(1);
    expect(await count({ ids: [first], submission_id: 2 })).toBe(0);
  });

  it.each([
    [{ min: 503, max: 503 }, [1]],
    [{ min: 500, max: 599 }, [1]],
    [{ min: 400, max: 499 }, []],
    ["none" as const, [2]],
  ])("is limited to the last answer %j", async (answer, submissions) => {
    const attempt = (delivery_id: number, number: number, http_status: number | null) => {
      const error_code = http_status === null ? "timeout" : "http_status";
      return fixture.insert("attempt", { delivery_id, number, http_status, error_code });
    };
    const first = await given(1, RETRYING);
    await attempt(first, 1, 404);
    await attempt(first, 2, 503);
    const second = await given(2, RETRYING);
    await attempt(second, 1, 503);
    await attempt(second, 2, null);
    await given(3, { next_attempt_at: LATER });

    const ids = (await found({ answer })).map(({ id }) => id);
    const named = (await rows()).filter(({ id }) => ids.includes(id));
    expect(named.map(({ submission_id }) => submission_id)).toEqual(submissions);
  });

  it("reads in windows, up to the newest delivery of the first one", async () => {
    for (let n = 1; n <= 5; n++) await given(n, RETRYING);
    const read = (after_id: number) =>
      sendableDeliveries(fixture.db, {
        filter: { account_id: 1, destination_id: webhook },
        after_id,
        untilId: 4,
        now: NOW,
        limit: 2,
      });

    const windows = [await read(0), await read(2), await read(4)];

    expect(windows.map(({ deliveries }) => deliveries.map(({ id }) => id))).toEqual([
      [1, 2],
      [3, 4],
      [],
    ]);
    expect(windows.map(({ nextId }) => nextId)).toEqual([2, 4, undefined]);
  });
});

describe("failed deliveries that are fired again", () => {
  const failed = async (of: Partial<DeliveryFilter> = {}) => {
    const states = [...FAILED_STATES];
    return (await found({ states, finishedSince: NOW - 1, ...of })).map(({ id }) => id);
  };
  const refire = async () => refireFailed(fixture.db, { ids: await failed(), now: NOW });

  it("are those that finished at a time or later, without successful ones, and once", async () => {
    await given(1, ended("exhausted", { finished_at: NOW - 2 }));
    await given(2, ended("succeeded"));
    await given(3, ended("exhausted"));

    const queued = await refire();

    expect([queued.length, await refire()]).toEqual([1, []]);
    expect((await rows()).at(-1)).toMatchObject({
      id: queued[0],
      submission_id: 3,
      trigger: "refire_bulk",
      state: "queued",
      next_attempt_at: NOW,
    });
  });

  it("are not queued for a webhook that was disabled since, nor for another one", async () => {
    const other = await addWebhook(fixture);
    await given(1, ended("exhausted"));
    const ids = await failed();
    await fixture.update("webhook", { enabled: 0 }, { id: webhook });

    expect(await refireFailed(fixture.db, { ids, now: NOW })).toEqual([]);
    expect(await failed({ destination_id: other })).toEqual([]);
    expect(await failed({ account_id: 2 })).toEqual([]);
  });
});

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
    await send();

    expect(await stop()).toEqual({ postponed: 1, canceled: 1 });
    expect(await stop()).toEqual({ postponed: 0, canceled: 0 });

    const left = await rows();
    const row = (id: number) => left.find((one) => one.id === id);
    expect(row(retry)).toMatchObject({ attempts_made: 3, next_attempt_at: NOW + 36 });
    expect(row(first)).toMatchObject({ state: "queued" });
    expect(row(earlier)).toMatchObject({ state: "queued", next_attempt_at: NOW - 1 });
    expect(left.at(-1)).toMatchObject({ trigger: "refire_bulk", state: "canceled" });
  });

  it("is taken back in batches", async () => {
    for (let n = 1; n <= 3; n++) await given(n, RETRYING);
    await send();

    expect([await stop(2), await stop(2), await stop(2)]).toEqual([
      { postponed: 2, canceled: 0 },
      { postponed: 1, canceled: 0 },
      { postponed: 0, canceled: 0 },
    ]);
  });
});
