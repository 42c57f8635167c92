// A change of the schedule or the time zone takes effect at once, and nothing is left out of the digests.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DigestFixture, openDigestFixture, START } from "../../test/mail/digest-fixture.ts";
import { digestQueue, renderIds } from "../../test/mail/digests.ts";

const HOUR_MS = 3_600_000;

let form: DigestFixture;
beforeEach(async () => {
  form = await openDigestFixture();
});
afterEach(() => form.close());

describe("a change of the schedule", () => {
  it("takes effect at once and loses nothing", async () => {
    await form.change({ notification_schedule: "weekly", notification_weekday: "friday" });
    const first = await form.post();
    await form.runAt("2026-03-22T06:30Z");
    await form.change({ notification_schedule: "hourly" });
    const second = await form.post();
    await form.runAt("2026-03-22T07:00Z");

    expect(await form.digests()).toEqual([
      { at: "2026-03-22T07:00", ham: [second, first], spam: [] },
    ]);
  });

  it("counts from the change, even if housekeeping sees it after the digest is due", async () => {
    await form.daily();
    const id = await form.post();

    await form.runAt("2026-03-22T08:00:09Z");

    expect(await form.digests()).toEqual([{ at: "2026-03-22T08:00", ham: [id], spam: [] }]);
  });

  it.each([
    [{ timezone: "Asia/Tokyo" }, "2026-03-22T23:00"],
    [{ notification_hour: 12 }, "2026-03-22T12:00"],
    [{ notification_schedule: "weekly" }, "2026-03-23T08:00"],
  ] as const)("to %o moves the next digest", async (settings, due) => {
    await form.daily();
    await form.post();
    await form.runAt("2026-03-22T07:00Z");
    await form.change(settings);
    for (let hour = 1; hour < 48; hour += 1) await form.runAt(START + hour * HOUR_MS);

    expect((await form.digests()).map(({ at }) => at)).toEqual([due]);
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
