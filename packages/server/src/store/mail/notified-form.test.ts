import {
  addRecipient,
  addWebhook,
  newSubmission,
  useFixture,
} from "../../../test/store-fixture.ts";
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

it("is undefined for a submission that was deleted", async () => {
  expect(await notifiedForm(fixture.db, { submission_id: submission_id + 1 })).toBeUndefined();
});
