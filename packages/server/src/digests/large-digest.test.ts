// A digest with many recipients is queued in batches; each of them gets it once, whatever happens in between.
import { afterEach, beforeEach, expect, it } from "vitest";
import { type DigestFixture, openDigestFixture } from "../../test/mail/digest-fixture.ts";
import { digestQueue, queuedDigests } from "../../test/mail/digests.ts";

const DUE = Date.parse("2026-03-22T08:00Z");
const RECIPIENTS = 50;
let form: DigestFixture;
let first: number;
beforeEach(async () => {
  form = await openDigestFixture();
  const notification_emails = Array.from(
    { length: RECIPIENTS },
    (_, n) => `ada${n}@example.org`,
  ).join(", ");
  await form.daily({ notification_emails });
  first = await form.post();
  form.clock.advanceTo(DUE);
});
afterEach(() => form.close());

/** One batch, as of a process that has just started. */
const batch = () => digestQueue(form.parts).queueDue(5);
const queued = async () =>
  (await queuedDigests(form.fixture)).map(({ url, ham }) => ({ url, ham }));
const recipientsOf = async (id: number) =>
  (await queued()).filter(({ ham }) => ham.includes(id)).map(({ url }) => url);

it("goes on where it was, and lists what it began with", async () => {
  const states = [await batch()];
  const begun = await queued();
  const second = await form.post();
  states.push(await batch(), await batch());
  const whole = await queued();
  await form.runAt("2026-03-23T08:00Z");

  expect(states).toEqual(["more", "more", "done"]);
  expect(begun).toHaveLength(20);
  expect(whole).toHaveLength(RECIPIENTS);
  expect(whole.every(({ ham }) => ham.join() === String(first))).toBe(true);
  expect(new Set(await recipientsOf(first)).size).toBe(RECIPIENTS);
  expect(new Set(await recipientsOf(second)).size).toBe(RECIPIENTS);
  expect(await queued()).toHaveLength(2 * RECIPIENTS);
});

it.each(["hourly", "immediately"] as const)(
  "goes on after a change to %s, and then lists the rest",
  async (notification_schedule) => {
    await batch();
    const second = await form.post();
    await form.change({ notification_schedule });
    const third = await form.post();
    await form.runAt(DUE + 3_600_000);
    await form.runAt(DUE + 3_610_000);

    const isHourly = notification_schedule === "hourly";
    expect(new Set(await recipientsOf(first)).size).toBe(RECIPIENTS);
    expect(await recipientsOf(first)).toHaveLength(RECIPIENTS);
    expect(await recipientsOf(second)).toHaveLength(RECIPIENTS);
    expect(await recipientsOf(third)).toHaveLength(isHourly ? RECIPIENTS : 0);
    expect((await form.mark()) === undefined).toBe(!isHourly);
  },
);

it("leaves out who unsubscribes in between, and ends when nobody is left", async () => {
  await batch();
  await form.fixture.db.updateTable("webhook").set({ enabled: 0 }).execute();
  await batch();

  expect(await queued()).toHaveLength(20);
  expect(await form.mark()).toMatchObject({ after_id: first, sending_until: null, sent_to: null });
});

it("that is the last one is queued whole, and ends", async () => {
  await form.change({ notification_schedule: "immediately" });
  while ((await batch()) === "more");

  expect(await recipientsOf(first)).toHaveLength(RECIPIENTS);
  expect(await form.mark()).toBeUndefined();
});
