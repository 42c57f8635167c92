import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import type { SubmissionChange } from "../submissions/submission-changes.ts";
import { updateSubmission } from "../submissions/submissions.ts";

const DAY_MS = 24 * 3_600 * 1_000;

const fixture = useFixture();
let webhook: number;
beforeEach(async () => {
  webhook = await addWebhook(fixture);
});
const mark = (change: SubmissionChange, now = 10_000, id = 1) =>
  updateSubmission(fixture.db, { account_id: 1, id, change, now });
/** As its delivery's row is once it was sent. */
const SENT = { state: "succeeded", next_attempt_at: null, finished_at: 5_000 } as const;

describe("marking a submission with deliveries", () => {
  beforeEach(() => fixture.accept(newSubmission(1)));

  const deliveries = () =>
    fixture.rows("delivery", ["state", "reason", "next_attempt_at", "finished_at"], {
      submission_id: 1,
    });
  const canceled = { state: "canceled", reason: "marked_spam_or_trash", next_attempt_at: null };

  it.each([
    { name: "spam", on: { spam: true }, off: { spam: false } },
    { name: "trash", on: { trash: true }, off: { trash: false } },
  ])(
    "cancels by $name, and queues the same delivery again when the mark is removed",
    async (one) => {
      await mark(one.on);
      expect(await deliveries()).toEqual([{ ...canceled, finished_at: 10_000 }]);

      await mark(one.off, 20_000);

      expect(await deliveries()).toEqual([
        { state: "queued", reason: null, next_attempt_at: 20_000, finished_at: null },
      ]);
    },
  );

  it("leaves them canceled while one of two marks is left", async () => {
    await mark({ spam: true, trash: true });

    await mark({ trash: false });

    expect(await deliveries()).toMatchObject([canceled]);
  });

  it("leaves them canceled for a disabled webhook, and after seven days", async () => {
    await mark({ trash: true });
    await fixture.update("webhook", { enabled: 0 }, { id: webhook });
    await mark({ trash: false });
    expect(await deliveries()).toMatchObject([canceled]);

    await fixture.update("webhook", { enabled: 1 }, { id: webhook });
    await mark({ trash: true });
    await mark({ trash: false }, 8 * DAY_MS);
    expect(await deliveries()).toMatchObject([canceled]);
  });

  it("does not change a delivery that was sent", async () => {
    await fixture.update("delivery", { ...SENT, attempts_made: 1, claims: 1 });

    await mark({ spam: true });
    await mark({ spam: false });

    expect(await deliveries()).toMatchObject([{ state: "succeeded", finished_at: 5_000 }]);
  });
});

describe("marking ham a submission that arrived as spam", () => {
  beforeEach(() => fixture.accept(newSubmission(1, { spam: 1, spam_reason: "honeypot" })));

  const deliveries = () =>
    fixture.rows("delivery", ["webhook_id", "trigger", "state", "next_attempt_at"]);
  const withheld = () => ({ webhook_id: webhook, trigger: "ham", state: "queued" });

  it("queues its deliveries, due immediately", async () => {
    expect(await deliveries()).toEqual([]);

    await mark({ spam: false });

    expect(await deliveries()).toEqual([{ ...withheld(), next_attempt_at: 10_000 }]);
  });

  it("queues them once, whatever is marked in between", async () => {
    await mark({ spam: false });
    await fixture.update("delivery", SENT);

    await mark({ spam: true });
    await mark({ spam: false });

    expect(await deliveries()).toMatchObject([{ ...withheld(), state: "succeeded" }]);
  });

  it.each([
    { name: "something up to seven days", now: 2_000 + 7 * DAY_MS, queued: 1 },
    { name: "nothing after seven days", now: 2_001 + 7 * DAY_MS, queued: 0 },
  ])("queues $name after the post", async ({ now, queued }) => {
    await mark({ spam: false }, now);

    expect(await deliveries()).toHaveLength(queued);
  });

  it("leaves out disabled webhooks, and those created after the post", async () => {
    await fixture.update("webhook", { enabled: 0 });
    const late = await addWebhook(fixture);
    await fixture.update("webhook", { created_at: 2_002 }, { id: late });

    await mark({ spam: false });

    expect(await deliveries()).toEqual([]);
  });

  it("queues nothing for a webhook that was triggered by the spam", async () => {
    await addWebhook(fixture, { trigger_when_spam: 1 });
    await fixture.accept(newSubmission(2, { spam: 1, spam_reason: "honeypot" }));

    await mark({ spam: false }, 10_000, 2);

    expect((await deliveries()).map(({ trigger }) => trigger)).toEqual(["intake", "ham"]);
  });

  it("queues nothing while the submission is in the trash", async () => {
    await mark({ trash: true });
    await mark({ spam: false });
    expect(await deliveries()).toEqual([]);

    await mark({ trash: false }, 20_000);

    expect(await deliveries()).toEqual([{ ...withheld(), next_attempt_at: 20_000 }]);
  });
});
