// Digests on a real store, with a clock that the test moves.
import { useEach } from "../../../../test/harness/use.ts";
import { openDigestFixture, START } from "../../test/mail/digest-fixture.ts";
import { digestQueue, queuedDigests, renderIds } from "../../test/mail/digests.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const form = useEach(openDigestFixture);

const disable = (name: string) =>
  form.fixture.update("webhook", { enabled: 0, disabled_reason: "not_confirmed" }, { name });

describe("a daily digest", () => {
  it("lists what was posted since the schedule was set, and later only what is new", async () => {
    await form.post();
    await form.daily();
    const [first, spam] = [await form.post(), await form.post({ spam: 1 })];
    await form.runAt("2026-03-22T07:59:59Z");
    const before = await form.digests();
    await form.runAt("2026-03-22T08:00Z");
    const second = await form.post();
    await form.runAt("2026-03-22T09:00Z");
    await form.runAt("2026-03-23T08:00Z");

    expect(before).toEqual([]);
    expect(await form.digests()).toEqual([
      { at: "2026-03-22T08:00", ham: [first], spam: [spam] },
      { at: "2026-03-23T08:00", ham: [second], spam: [] },
    ]);
  });

  it("is one delivery with an own body for each recipient", async () => {
    await form.daily({
      notification_cc_emails: "eve@example.org",
      notification_bcc_emails: "bob@example.org",
    });
    await disable("eve@example.org");
    const id = await form.post();

    await form.runAt("2026-03-22T08:00Z");

    const shared = {
      form_id: 1,
      state: "queued",
      created_at: Date.parse("2026-03-22T08:00Z"),
      ham: [id],
      hamCount: 1,
      spam: [],
      spamCount: 0,
      from: START,
      until: Date.parse("2026-03-22T08:00Z"),
    };
    const urls = ["mailto:ada@example.org", "mailto:bob@example.org"];
    const expected = urls.map((url) => ({ ...shared, url, to: url }));
    expect(await queuedDigests(form.fixture)).toEqual(expected);
  });

  it("is not sent when there is nothing to list: no post, or only in the trash", async () => {
    await form.daily();
    await form.runAt("2026-03-22T08:00Z");
    const id = await form.post();
    await form.fixture.update("submission", { trash: 1 }, { id });
    await form.runAt("2026-03-23T08:00Z");

    expect(await form.digests()).toEqual([]);
    expect(await form.mark()).toMatchObject({ due_at: Date.parse("2026-03-24T08:00Z") });
  });

  it("comes once for several that were missed", async () => {
    await form.daily();
    const first = await form.post();
    form.clock.advanceTo(START + 3 * DAY_MS);
    const second = await form.post();

    await form.runAt("2026-03-27T15:00Z");
    await form.runAt("2026-03-27T16:00Z");

    const both = { at: "2026-03-27T15:00", ham: [second, first], spam: [] };
    expect(await form.digests()).toEqual([both]);
    expect(await form.mark()).toMatchObject({ due_at: Date.parse("2026-03-28T08:00Z") });
  });

  it("names the number of those that it does not list", async () => {
    await form.daily();
    const ids = [];
    for (let count = 0; count < 40; count += 1) ids.push(await form.post());
    for (let count = 0; count < 25; count += 1) await form.post({ spam: 1 });

    await form.runAt("2026-03-22T08:00Z");

    const [digest] = await queuedDigests(form.fixture);
    expect(digest?.ham).toEqual(ids.slice(-30).toReversed());
    expect(digest).toMatchObject({ hamCount: 40, spamCount: 25 });
    expect(digest?.spam).toHaveLength(20);
  });

  it("keeps everything until a recipient confirms", async () => {
    await form.daily();
    await disable("ada@example.org");
    const first = await form.post();
    await form.runAt("2026-03-22T08:00Z");
    const second = await form.post();
    await form.fixture.update("webhook", { enabled: 1 });
    await form.runAt("2026-03-22T09:00Z");
    const early = await form.digests();
    await form.runAt("2026-03-23T08:00Z");

    const both = { at: "2026-03-23T08:00", ham: [second, first], spam: [] };
    expect([early, await form.digests()]).toEqual([[], [both]]);
  });

  it("has no mail to a recipient who unsubscribes while it is rendered, and loses nothing", async () => {
    await form.daily();
    const id = await form.post();
    form.clock.advanceTo(Date.parse("2026-03-22T08:00Z"));

    await digestQueue(form.parts, {
      async render(digest) {
        await disable("ada@example.org");
        return renderIds(digest);
      },
    }).queueDue(2);

    const before = await form.digests();
    await form.fixture.update("webhook", { enabled: 1 });
    await form.runAt("2026-03-23T08:00Z");

    expect(before).toEqual([]);
    expect(await form.digests()).toEqual([{ at: "2026-03-23T08:00", ham: [id], spam: [] }]);
  });

  it("of a deleted form is not sent", async () => {
    await form.daily();
    await form.post();
    await form.fixture.update("form", { deleted_at: START });

    await form.runAt("2026-03-22T08:00Z");

    expect(await form.digests()).toEqual([]);
  });
});

describe("a change of the schedule", () => {
  it("takes effect at once and loses nothing", async () => {
    await form.change({ notification_schedule: "weekly", notification_weekday: "friday" });
    const first = await form.post();
    await form.runAt("2026-03-22T06:30Z");
    await form.change({ notification_schedule: "hourly" });
    const second = await form.post();
    await form.runAt("2026-03-22T07:00Z");

    const both = { at: "2026-03-22T07:00", ham: [second, first], spam: [] };
    expect(await form.digests()).toEqual([both]);
  });

  it("counts from the change, even if housekeeping sees it after the digest is due", async () => {
    await form.daily();
    const id = await form.post();

    await form.runAt("2026-03-22T08:00:09Z");

    expect(await form.digests()).toEqual([{ at: "2026-03-22T08:00", ham: [id], spam: [] }]);
  });

  it.each([
    [{ timezone: "Asia/Tokyo" }, "2026-03-22T23:00", "2026-03-24T23:00"],
    [{ notification_hour: 12 }, "2026-03-22T12:00", "2026-03-24T12:00"],
    [{ notification_schedule: "weekly" }, "2026-03-23T08:00", "2026-03-30T08:00"],
  ] as const)("to %o moves the next digests", async (settings, due, later) => {
    await form.daily();
    await form.post();
    await form.runAt("2026-03-22T07:00Z");
    await form.change(settings);
    for (let hour = 1; hour < 48; hour += 1) await form.runAt(START + hour * HOUR_MS);

    expect((await form.digests()).map(({ at }) => at)).toEqual([due]);
    expect(await form.mark()).toMatchObject({ due_at: Date.parse(`${later}Z`) });
  });

  it("to immediately sends the last digest at once", async () => {
    await form.daily();
    const id = await form.post();
    await form.runAt("2026-03-22T06:30Z");
    await form.change({ notification_schedule: "immediately" });
    await form.runAt("2026-03-22T06:31Z");
    await form.post();
    await form.runAt("2026-03-23T08:00Z");

    expect(await form.digests()).toEqual([{ at: "2026-03-22T06:31", ham: [id], spam: [] }]);
    expect(await form.mark()).toBeUndefined();
  });

  it("to immediately leaves out of the last digest what was notified, and nothing else", async () => {
    await form.daily({ autoreply: true });
    const answered = await form.post({ email: "eve@example.org" });
    await form.change({ notification_schedule: "immediately" });
    const notified = await form.post({ email: "bob@example.org" });
    const spam = await form.post({ spam: 1 });
    await form.runAt("2026-03-22T06:00:10Z");

    const [digest, ...others] = await form.digests();
    expect(digest).toMatchObject({ ham: [answered], spam: [spam] });
    expect(digest?.ham).not.toContain(notified);
    expect(others).toEqual([]);
  });

  it("to immediately ends digests without recipients", async () => {
    await form.daily({ notification_emails: "" });
    await form.post();
    await form.change({ notification_schedule: "immediately" });

    await form.runAt("2026-03-22T06:31Z");

    expect(await form.mark()).toBeUndefined();
  });

  it("to off sends nothing more, and on again starts from there", async () => {
    await form.daily();
    await form.post();
    await form.change({ notification_schedule: "off" });
    await form.post();
    await form.daily();
    const id = await form.post();

    await form.runAt("2026-03-22T08:00Z");

    expect(await form.digests()).toEqual([{ at: "2026-03-22T08:00", ham: [id], spam: [] }]);
  });

  it("between reading and queuing a digest wins", async () => {
    await form.daily();
    const id = await form.post();
    form.clock.advanceTo(Date.parse("2026-03-22T08:00Z"));
    await digestQueue(form.parts, {
      async render(digest) {
        await form.daily({ notification_hour: 9 });
        return renderIds(digest);
      },
    }).queueDue(2);
    const during = await form.digests();
    await form.runAt("2026-03-22T09:00Z");

    expect(during).toEqual([]);
    expect(await form.digests()).toEqual([{ at: "2026-03-22T09:00", ham: [id], spam: [] }]);
  });

  it("of another setting changes nothing", async () => {
    await form.daily();
    await form.runAt("2026-03-22T06:30Z");
    const before = await form.mark();

    await form.change({ name: "Renamed", notification_from_name: "Ada" });

    expect(await form.mark()).toEqual(before);
  });
});

// A digest with many recipients is queued in batches.
describe("a large digest", () => {
  const DUE = Date.parse("2026-03-22T08:00Z");
  const RECIPIENTS = 50;
  let first: number;
  beforeEach(async () => {
    const addresses = Array.from({ length: RECIPIENTS }, (_, n) => `ada${n}@example.org`);
    await form.daily({ notification_emails: addresses.join(", ") });
    first = await form.post();
    form.clock.advanceTo(DUE);
  });

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
    await form.fixture.update("webhook", { enabled: 0 });
    await batch();

    expect(await queued()).toHaveLength(20);
    const ended = { after_id: first, sending_until: null, sent_to: null };
    expect(await form.mark()).toMatchObject(ended);
  });

  it("that is the last one is queued whole, and ends", async () => {
    await form.change({ notification_schedule: "immediately" });
    while ((await batch()) === "more");

    expect(await recipientsOf(first)).toHaveLength(RECIPIENTS);
    expect(await form.mark()).toBeUndefined();
  });
});
