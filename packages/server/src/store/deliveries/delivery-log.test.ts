import { isOnPostgres } from "../../../test/database.ts";
import { plansOf } from "../../../test/sqlite-scans.ts";
import type { Db } from "../engine/schema.ts";
import { getDeliveries, listDeliveries } from "./delivery-log.ts";
import { listUnreached } from "./unreached.ts";
import { sendableDeliveries, sendablesOf } from "./sendable-deliveries.ts";
import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";

describe("the delivery log", () => {
  const fixture = useFixture();
  beforeEach(async () => {
    await addWebhook(fixture);
    for (let n = 1; n <= 3; n++) await fixture.accept(newSubmission(n));
  });

  const page = { account_id: 1, limit: 2, offset: 0 };

  it.skipIf(isOnPostgres)("is read in windows of ids by an index", async () => {
    const filter = { account_id: 1, destination_id: 1, states: ["retrying"] as const };
    const window = { filter, after_id: 0, untilId: 9, now: 9, limit: 2 };

    const plans = await plansOf(fixture, (db) => sendableDeliveries(db, window));

    const sought = "delivery_webhook (webhook_id=? AND id>? AND id<?)";
    expect(plans.filter((plan) => / delivery /.test(plan))).toEqual([
      expect.stringContaining(sought),
      expect.stringContaining(sought),
    ]);
  });

  it.skipIf(isOnPostgres).each([
    ["before", "shown", (db: Db) => getDeliveries(db, { ids: [1] })],
    ["sent", "sent now", (db: Db) => sendablesOf(db, { ids: [1], now: 9 })],
    ["sent", "unreached", (db: Db) => listUnreached(db, { account_id: 1 })],
  ] as const)(
    "finds entries %s one that is %s by an index on the submission",
    async (name, _, run) => {
      const plans = await plansOf(fixture, run);

      const sought = plans.filter((plan) => plan.startsWith(`SEARCH ${name} `));
      expect(sought).toEqual([expect.stringContaining("delivery_submission (submission_id=?)")]);
    },
  );

  it("of a webhook has only its own entries, newest first", async () => {
    const other = await addWebhook(fixture);
    await fixture.accept(newSubmission(4));

    const { records, count } = await listDeliveries(fixture.db, { ...page, destination_id: 1 });

    expect(records.map(({ submission_id }) => submission_id)).toEqual([4, 3]);
    expect(count).toBe(4);
    expect(await listDeliveries(fixture.db, { ...page, destination_id: other })).toMatchObject({
      count: 1,
    });
  });
});
