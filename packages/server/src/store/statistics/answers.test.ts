import { sql } from "kysely";
import { isOnPostgres } from "../../../test/database.ts";
import { newSubmission, useFixture } from "../../../test/fixture.ts";
import { updateSubmissions } from "../submissions/submission-changes.ts";
import { accountAnswers, MAX_ANSWERS } from "./answers.ts";

const POSTED = 10_000_000;

const fixture = useFixture();

const mark = (submission_ids: readonly number[], now: number) =>
  fixture.transact((on) =>
    updateSubmissions(on, { account_id: 1, submission_ids, change: { read: true }, now }),
  );
const answers = async (from = 0, account_id = 1) =>
  (await accountAnswers(fixture.db, { account_id, from })).answers;

describe("answers", () => {
  it("are those of the account since a time, the newest first, without spam", async () => {
    for (const n of [1, 2, 3, 4]) {
      await fixture.accept(newSubmission(n, { now: POSTED, spam: n === 4 ? 1 : 0 }));
    }
    await mark([1], POSTED + 5_000);
    await mark([2, 4], POSTED + 60_000);

    expect(await answers()).toEqual([
      { answered_at: POSTED + 60_000, waited_ms: 60_000 },
      { answered_at: POSTED + 5_000, waited_ms: 5_000 },
    ]);
    expect(await answers(POSTED + 6_000)).toHaveLength(1);
    expect(await answers(0, 2)).toEqual([]);
  });

  it("waited no negative time after the clock was set back", async () => {
    await fixture.accept(newSubmission(1, { now: POSTED }));
    await mark([1], POSTED - 5_000);

    expect(await answers()).toEqual([{ answered_at: POSTED - 5_000, waited_ms: 0 }]);
  });

  it("are complete from the migration on", async () => {
    const { completeFrom } = await accountAnswers(fixture.db, { account_id: 1, from: 0 });

    expect(Math.abs(completeFrom - Date.now())).toBeLessThan(86_400_000);
  });

  it("are complete from the oldest on, where there are more than are read", async () => {
    await fixture.accept(newSubmission(1, { now: POSTED }));
    const columns = "account_id, form_id, fields, spam, content_hash, created_at, updated_at";
    const numbers = isOnPostgres
      ? sql.raw(`generate_series(1, ${MAX_ANSWERS}) as counted (n)`)
      : sql.raw(`(with recursive counted (n) as
          (select 1 union all select n + 1 from counted where n < ${MAX_ANSWERS})
          select n from counted) as counted`);
    const answeredAt = Date.now() + 1_000_000;
    await sql`insert into submission (${sql.raw(columns)}, answered_at)
      select ${sql.raw(columns)}, cast(${answeredAt} as bigint) + n
      from submission cross join ${numbers} where id = 1`.execute(fixture.db);
    await mark([1], answeredAt - 1);

    const found = await accountAnswers(fixture.db, { account_id: 1, from: 0 });

    expect(found.answers).toHaveLength(MAX_ANSWERS);
    expect(found.completeFrom).toBe(answeredAt + 1);
  });
});
