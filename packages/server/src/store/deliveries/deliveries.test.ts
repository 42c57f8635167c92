// Marks of a submission with deliveries, and until when they queue any. test/model/outbox.test.ts combines them.
import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { updateSubmission } from "../submissions/submissions.ts";

const DAY_MS = 24 * 3_600 * 1_000;

const fixture = useFixture();
beforeEach(() => addWebhook(fixture));
const mark = (change: { readonly spam?: boolean; readonly trash?: boolean }, now = 10_000) =>
  updateSubmission(fixture.db, { account_id: 1, id: 1, change, now });
const states = async () => (await fixture.rows("delivery", ["state"])).map(({ state }) => state);

it.each([
  ["spam", { spam: true }, { spam: false }],
  ["trash", { trash: true }, { trash: false }],
])("%s cancels a delivery, and removing the mark queues it again", async (_, on, off) => {
  await fixture.accept(newSubmission(1));
  await mark(on);
  const marked = await states();
  await mark(off);

  expect([marked, await states()]).toEqual([["canceled"], ["queued"]]);
});

it("a delivery stays canceled while one of two marks is left", async () => {
  await fixture.accept(newSubmission(1));
  await mark({ spam: true, trash: true });
  await mark({ trash: false });

  expect(await states()).toEqual(["canceled"]);
});

it("a delivery stays canceled if the mark is removed after seven days, or its webhook is disabled", async () => {
  await fixture.accept(newSubmission(1));
  await mark({ trash: true });
  await mark({ trash: false }, 8 * DAY_MS);
  const late = await states();
  await mark({ trash: true });
  await fixture.update("webhook", { enabled: 0 });
  await mark({ trash: false });

  expect([late, await states()]).toEqual([["canceled"], ["canceled"]]);
});

it.each([
  { name: "what was withheld up to seven days", now: 2_000 + 7 * DAY_MS, queued: 1 },
  { name: "nothing after seven days", now: 2_001 + 7 * DAY_MS, queued: 0 },
])("marking ham queues $name after the post", async ({ now, queued }) => {
  await fixture.accept(newSubmission(1, { spam: 1, spam_reason: "honeypot" }));

  await mark({ spam: false }, now);

  expect(await states()).toHaveLength(queued);
});

it("marking ham leaves out webhooks that were created after the post", async () => {
  await fixture.accept(newSubmission(1, { spam: 1, spam_reason: "honeypot" }));
  await fixture.update("webhook", { created_at: 2_002 });

  await mark({ spam: false });

  expect(await states()).toEqual([]);
});
