import { sql } from "kysely";
import { isOnPostgres } from "../../../test/database.ts";
import { newSubmission, useFixture } from "../../../test/fixture.ts";
import { indexSubmissions } from "./search-text.ts";
import { accountDays, countEarlierDays, formDays, hasUncountedDays } from "./submission-days.ts";
import { updateSubmission } from "./submissions.ts";

const DAY_MS = 86_400_000;

const fixture = useFixture();

const days = () => accountDays(fixture.db, { account_id: 1, fromDay: 0 });
const index = (limit = 500) => fixture.transact((on) => indexSubmissions(on, { limit }));

async function indexAll(): Promise<void> {
  for (;;) if (!(await index(3)).hasMore) return;
}

async function backfill(limit: number): Promise<number> {
  for (let batches = 1; ; batches++) {
    const hasMore = await fixture.transact((on) => countEarlierDays(on, { limit }));
    if (!hasMore) return batches;
  }
}

describe("days", () => {
  it("are counted after intake, by UTC day and intake's verdict", async () => {
    await fixture.accept(newSubmission(1, { now: 3 * DAY_MS - 1 }));
    for (let n = 2; n <= 6; n++) {
      await fixture.accept(newSubmission(n, { now: 3 * DAY_MS + n, spam: n === 4 ? 1 : 0 }));
    }
    const before = await days();

    await indexAll();
    await indexAll();

    expect(before).toEqual([]);
    expect(await days()).toEqual([
      { day: 2, arrived: 1, spam: 0 },
      { day: 3, arrived: 5, spam: 1 },
    ]);
  });

  it("use intake's verdict for marked submissions, and still count deleted ones", async () => {
    await fixture.accept(newSubmission(1, { now: DAY_MS }));
    await updateSubmission(fixture.db, {
      account_id: 1,
      id: 1,
      change: { spam: true },
      now: DAY_MS,
    });

    await indexAll();
    await fixture.db.deleteFrom("submission").execute();
    await indexAll();

    expect(await days()).toEqual([{ day: 1, arrived: 1, spam: 0 }]);
  });

  it("are counted in the transaction that indexes", async () => {
    await fixture.accept(newSubmission(1, { now: DAY_MS }));
    const killed = fixture.transact(async (on) => {
      await indexSubmissions(on, { limit: 9 });
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    const after = await days();

    await indexAll();

    expect([after, await days()]).toEqual([[], [{ day: 1, arrived: 1, spam: 0 }]]);
  });

  it("of several forms are separate, and never include other accounts", async () => {
    await fixture.accept(newSubmission(1, { now: DAY_MS }));
    await fixture.accept(newSubmission(2, { now: 5 * DAY_MS }));
    await indexAll();
    const request = { formIds: [1, 77], fromDay: 2 };

    const own = await formDays(fixture.db, { account_id: 1, ...request });
    const strange = await formDays(fixture.db, { account_id: 2, ...request });

    expect(own).toEqual([{ form_id: 1, day: 5, arrived: 1, spam: 0 }]);
    expect(strange).toEqual([]);
    expect(await accountDays(fixture.db, { account_id: 2, fromDay: 0 })).toEqual([]);
  });

  it("of a deleted form are not counted", async () => {
    await fixture.accept(newSubmission(1, { now: DAY_MS }));
    await indexAll();
    await fixture.update("form", { deleted_at: 5 }, { id: 1 });

    expect(await days()).toEqual([]);
  });
});

describe("submissions below day_backfill", () => {
  /** Inserts submissions of one day. Only indexed ones from `below` on are counted. */
  async function uncounted(rows: number, below: number, isIndexed: (id: number) => boolean) {
    const bytes = isOnPostgres ? sql`decode(repeat('00', 16), 'hex')` : sql`zeroblob(16)`;
    const ids = Array.from({ length: rows }, (_, n) => n + 1);
    const leftOut = ids.filter((id) => !isIndexed(id));
    const arrived = ids.filter((id) => id >= below && isIndexed(id)).length;
    await sql`insert into submission (account_id, form_id, fields, spam, content_hash, created_at, updated_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(rows)})
      select 1, 1, '[]', 0, ${bytes}, ${sql.lit(DAY_MS)} + i, 1 from n`.execute(fixture.db);
    await sql`insert into search_text select id, '' from submission
      where id not in (${sql.join(leftOut)})`.execute(fixture.db);
    await fixture.update("day_backfill", { below });
    await fixture.insert("submission_day", { form_id: 1, day: 1, account_id: 1, arrived, spam: 0 });
  }

  it("are counted once, in batches, while newer ones are indexed", async () => {
    await uncounted(1_200, 1_180, (id) => id < 1_180);
    const wasBehind = await hasUncountedDays(fixture.db, {});
    await index();

    const batches = await backfill(100);
    await backfill(100);
    await indexAll();

    expect(wasBehind).toBe(true);
    expect(batches).toBeGreaterThan(1);
    expect(await days()).toEqual([{ day: 1, arrived: 1_200, spam: 0 }]);
    expect(await hasUncountedDays(fixture.db, {})).toBe(false);
  });
});
