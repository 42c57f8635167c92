import { addRecipient, addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { notifiedForm } from "./notified-form.ts";

const fixture = useFixture();
let submission_id: number;
beforeEach(async () => {
  submission_id = (await fixture.accept(newSubmission(1))).id;
});

const read = () => notifiedForm(fixture.db, { submission_id });

it("names the recipients of To and Cc that get mail, and tells whether there are webhooks", async () => {
  const recipient = (name: string, over: object = {}) =>
    addRecipient(fixture, { url: `mailto:${name}@example.org`, ...over });
  await recipient("to");
  await recipient("cc", { recipient_role: "cc" });
  await recipient("bcc", { recipient_role: "bcc" });
  await recipient("waiting", { enabled: 0, disabled_reason: "not_confirmed" });
  await recipient("", { purpose: "reply" });
  await addWebhook(fixture, { enabled: 0 });

  expect(await read()).toMatchObject({
    to: ["to@example.org"],
    cc: ["cc@example.org"],
    hasWebhooks: false,
    origin_service: null,
    mail: { notification_schedule: "immediately" },
  });

  await addWebhook(fixture);
  expect(await read()).toMatchObject({ to: ["to@example.org"], hasWebhooks: true });
});

it("has the project beside its name, if the account has several", async () => {
  const before = await read();
  const other = { account_id: 1, name: "Acme", created_at: 1, updated_at: 1 };
  await fixture.db.insertInto("project").values(other).execute();

  const after = await read();

  expect([before?.name, before?.label]).toEqual(["Sample form", "Sample form"]);
  expect([after?.name, after?.label]).toEqual([
    "Sample form",
    expect.stringMatching(/^.+ \/ Sample form$/),
  ]);
});

it("is undefined for a submission that was deleted", async () => {
  expect(await notifiedForm(fixture.db, { submission_id: submission_id + 1 })).toBeUndefined();
});
