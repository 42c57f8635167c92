import { addRecipient, addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { updateSubmissions } from "../submissions/submission-changes.ts";

const fixture = useFixture();
const planned = () =>
  fixture.rows("delivery", ["webhook_id", "url", "state", "reason", "next_attempt_at"]);

describe("a post", () => {
  it("queues one delivery for each webhook and recipient", async () => {
    const to = [
      await addWebhook(fixture),
      await addRecipient(fixture),
      await addRecipient(fixture, { url: "mailto:o'hara+x@example.org", recipient_role: "bcc" }),
    ];

    const { hasDue } = await fixture.accept(newSubmission(1));

    expect(hasDue).toBe(true);
    expect(await planned()).toMatchObject([
      { webhook_id: to[0], state: "queued", reason: null, next_attempt_at: newSubmission(1).now },
      { webhook_id: to[1], url: "mailto:ada@example.org", state: "queued" },
      { webhook_id: to[2], url: "mailto:o'hara+x@example.org", state: "queued" },
    ]);
  });

  it("skips a disabled recipient and says why", async () => {
    await addWebhook(fixture, { enabled: 0 });
    for (const disabled_reason of ["not_confirmed", "unsubscribed", "suppressed", null]) {
      await addRecipient(fixture, { enabled: 0, disabled_reason });
    }

    await fixture.accept(newSubmission(1));

    const skipped = { state: "skipped", next_attempt_at: null };
    expect(await planned()).toMatchObject([
      { reason: "webhook_disabled", ...skipped },
      { reason: "not_confirmed", ...skipped },
      { reason: "unsubscribed", ...skipped },
      { reason: "suppressed", ...skipped },
      { reason: "recipient_disabled", ...skipped },
    ]);
  });

  it("queues nothing for recipients of digests and of alerts, nor for spam", async () => {
    await addRecipient(fixture, { takes_submissions: 0 });
    await addRecipient(fixture, { purpose: "account", form_id: null });
    await fixture.accept(newSubmission(1));
    await addRecipient(fixture);

    await fixture.accept(newSubmission(2, { spam: 1 }));

    expect(await planned()).toEqual([]);
  });

  it("queues the form's answer to the submitter's address, if there is one", async () => {
    await addRecipient(fixture, { purpose: "reply", url: "mailto:" });

    await fixture.accept(newSubmission(1, { email: null }));
    await fixture.accept(newSubmission(2, { email: "grace@example.org" }));

    expect(await planned()).toMatchObject([{ url: "mailto:grace@example.org", state: "queued" }]);
  });

  it("that is marked as ham queues what its form sends", async () => {
    const to = [await addWebhook(fixture), await addRecipient(fixture)];
    await addRecipient(fixture, { takes_submissions: 0 });
    const reply = await addRecipient(fixture, { purpose: "reply", url: "mailto:" });
    const { id } = await fixture.accept(newSubmission(1, { spam: 1, email: "grace@example.org" }));

    await updateSubmissions(fixture.db, {
      account_id: 1,
      submission_ids: [id],
      change: { spam: false },
      now: 3_000,
    });

    expect(await planned()).toMatchObject([
      { webhook_id: to[0] },
      { webhook_id: to[1], url: "mailto:ada@example.org" },
      { webhook_id: reply, url: "mailto:grace@example.org" },
    ]);
  });
});
