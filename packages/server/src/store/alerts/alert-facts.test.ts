import { isOnPostgres } from "../../../test/database.ts";
import { plansOf, slowSteps } from "../../../test/sqlite-scans.ts";
import { addRecipient, addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { alertFacts } from "./alert-facts.ts";

const fixture = useFixture();

const facts = () => alertFacts(fixture.db, { fileBytes: undefined, now: 1_000 });

describe("what alerts are decided by", () => {
  it("is nothing while nothing fails", async () => {
    await addWebhook(fixture);

    expect(await facts()).toEqual({
      destinations: [],
      succeededIds: [],
      mailErrors: {},
      due: [],
      files: [],
      keys: [],
      open: [],
      newest_id: 0,
      operatorId: 1,
    });
  });

  it("has the oldest due delivery of each account, of destinations that this server sends to", async () => {
    await addWebhook(fixture);
    const webhook_id = await addRecipient(fixture);
    await fixture.accept(newSubmission(1, { now: 500 }));
    await fixture.accept(newSubmission(2, { now: 900 }));
    await fixture.update("delivery", { next_attempt_at: 100 }, { webhook_id });

    const all = await facts();
    const none = { fileBytes: undefined, now: 1_000 };
    const ofWebhooks = await alertFacts(fixture.db, none, undefined, ["webhook"]);

    expect(all.due).toEqual([{ account_id: 1, due_at: 100 }]);
    expect(ofWebhooks.due).toEqual([{ account_id: 1, due_at: 500 }]);
  });

  it("has the last error of e-mail destinations that fail", async () => {
    const id = await addRecipient(fixture, { failing_since: 5 });
    await fixture.accept(newSubmission(1));
    const { id: delivery_id } = await fixture.row("delivery", ["id"]);
    await fixture.insert("attempt", { delivery_id, error_code: "timeout" });
    await fixture.insert("attempt", { delivery_id, number: 2, error_code: "auth_failed" });

    expect((await facts()).mailErrors).toEqual({ [id]: "auth_failed" });
  });

  it.skipIf(isOnPostgres)("is found by index probes", async () => {
    const plans = await plansOf(fixture, (db) =>
      alertFacts(db, { fileBytes: undefined, now: 1_000 }),
    );

    expect(plans.join()).toContain("SEARCH delivery USING COVERING INDEX delivery_fair");
    // Both indexes have no rows while nothing fails. One row for each destination with a queue is sorted.
    expect(slowSteps(plans)).toEqual([
      "SCAN alert USING INDEX alert_open",
      "SCAN webhook USING INDEX webhook_failing",
      "USE TEMP B-TREE FOR GROUP BY",
    ]);
  });
});
