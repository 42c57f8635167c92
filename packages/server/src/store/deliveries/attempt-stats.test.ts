import { sql } from "kysely";
import { isOnPostgres } from "../../../test/database.ts";
import { plansOf, slowSteps } from "../../../test/sqlite-scans.ts";
import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { attemptStats, MAX_ATTEMPTS } from "./attempt-stats.ts";

const fixture = useFixture();
beforeEach(async () => {
  await addWebhook(fixture);
  for (let n = 1; n <= 2; n++) await fixture.accept(newSubmission(n));
  await fixture.update("delivery", { account_id: 2 }, { id: 2 });
});

async function attempts(delivery_id: number, count: number, started_at: number): Promise<void> {
  await sql`insert into attempt (delivery_id, number, started_at, duration_ms, outcome)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    select ${sql.lit(delivery_id)}, ${sql.lit(started_at)} + i, ${sql.lit(started_at)} + i, i, 'failed'
    from n`.execute(fixture.db);
}

describe("the latest attempts", () => {
  it("are the account's own, newest first, even after those of other accounts", async () => {
    await attempts(1, 2, 1_000);
    await attempts(2, MAX_ATTEMPTS + 5, 10_000);
    await attempts(1, 1, 5_000);

    const figures = await attemptStats(fixture.db, { account_id: 1 });

    expect(figures.attempts).toEqual([
      { outcome: "failed", duration_ms: 1 },
      { outcome: "failed", duration_ms: 2 },
      { outcome: "failed", duration_ms: 1 },
    ]);
    expect(figures.since).toBe(1_001);
  });

  it("are limited in number", async () => {
    await attempts(1, MAX_ATTEMPTS + 7, 1_000);

    const figures = await attemptStats(fixture.db, { account_id: 1 });

    expect(figures.attempts).toHaveLength(MAX_ATTEMPTS);
    expect(figures.since).toBe(1_008);
  });

  it("are empty if nothing was sent", async () => {
    expect(await attemptStats(fixture.db, { account_id: 3 })).toEqual({
      attempts: [],
      since: null,
    });
  });

  it.skipIf(isOnPostgres)("are read from the end of the table, and no further", async () => {
    const plans = await plansOf(fixture, (db) => attemptStats(db, { account_id: 1 }));

    // A scan in id order, which ends at the limit.
    expect(slowSteps(plans)).toEqual(["SCAN attempt"]);
    expect(plans.join()).toContain("SEARCH delivery USING INTEGER PRIMARY KEY");
  });
});
