import { isOnPostgres } from "../../../test/database.ts";
import { plansOf, slowSteps } from "../../../test/sqlite-scans.ts";
import { addAccount, addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";

import { oldestDue, webhooksNeedingAttention } from "./webhooks-needing-attention.ts";

const fixture = useFixture();
beforeEach(() => addAccount(fixture));

const webhook = (over: Parameters<typeof addWebhook>[1]) => addWebhook(fixture, over);

it("webhooks that need attention are those that the server disabled, then the failing ones, the longest first", async () => {
  await webhook({});
  const failing = await webhook({ failing_since: 500, failure_count: 3 });
  const longer = await webhook({ failing_since: 400, failure_count: 9 });
  await webhook({ enabled: 0, disabled_reason: "by_hand", failing_since: 1 });
  const gone = await webhook({ enabled: 0, disabled_reason: "gone", failing_since: 600 });
  await webhook({ account_id: 2, failing_since: 1 });

  const found = await webhooksNeedingAttention(fixture.db, { account_id: 1, limit: 9 });
  const first = await webhooksNeedingAttention(fixture.db, { account_id: 1, limit: 1 });

  expect(found.map(({ id }) => id)).toEqual([gone, longer, failing]);
  expect(first.map(({ id }) => id)).toEqual([gone]);
});

describe("the oldest due delivery", () => {
  it("is the one of an enabled webhook that has waited longest", async () => {
    const ids = [await webhook({}), await webhook({}), await webhook({})];
    await fixture.accept(newSubmission(1, { now: 2_000 }));
    await fixture.update("delivery", { next_attempt_at: 900 }, { webhook_id: ids[1] ?? 0 });
    await fixture.update("delivery", { next_attempt_at: 100 }, { webhook_id: ids[2] ?? 0 });
    await fixture.update("webhook", { enabled: 0 }, { id: ids[2] ?? 0 });

    expect(await oldestDue(fixture.db, { account_id: 1 })).toEqual({
      webhook_id: ids[1],
      name: "Receiver",
      due_at: 900,
    });
    expect(await oldestDue(fixture.db, { account_id: 2 })).toBeUndefined();
  });

  it.skipIf(isOnPostgres)("is found by one index probe a webhook", async () => {
    const plans = await plansOf(fixture, (db) => oldestDue(db, { account_id: 1 }));

    expect(plans.join()).toContain("SEARCH delivery USING COVERING INDEX delivery_fair");
    expect(plans.join()).toContain("SEARCH webhook USING INDEX webhook_account");
    // Sorts one row for each webhook, which are few.
    expect(slowSteps(plans)).toEqual(["USE TEMP B-TREE FOR ORDER BY"]);
  });
});
