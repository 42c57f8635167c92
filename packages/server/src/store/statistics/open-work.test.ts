import { addRecipient, addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { openWork } from "./open-work.ts";

const fixture = useFixture();

it("counts queued deliveries by kind, and alerts that are not over", async () => {
  await addWebhook(fixture);
  const webhook_id = await addRecipient(fixture);
  for (const n of [1, 2, 3]) await fixture.accept(newSubmission(n));
  const ended = { state: "succeeded", next_attempt_at: null, finished_at: 1 } as const;
  await fixture.update("delivery", ended, { webhook_id, submission_id: 1 });
  const alert = { account_id: 1, detail: "{}", since: 1, raised_at: 1, seen_at: 1 };
  await fixture.insert("alert", { ...alert, kind: "webhook_failing", subject_id: 1 });
  await fixture.insert("alert", { ...alert, kind: "webhook_failing", subject_id: 2 });
  const over = { kind: "disk_low", subject_id: 0, resolved_at: 2 } as const;
  await fixture.insert("alert", { ...alert, ...over, resolution: "recovered" });

  const { pending, alerts } = await openWork(fixture.db, {});

  expect(pending).toEqual({ webhook: 3, email: 2 });
  expect(alerts).toMatchObject({ webhook_failing: 2, disk_low: 0 });
});
