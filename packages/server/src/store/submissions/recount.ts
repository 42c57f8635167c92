/** Compares the submission counters with a real count, and repairs them. */
import { sql } from "kysely";
import { isPostgres } from "../engine/dialect.ts";
import type { Flag, Db } from "../engine/schema.ts";

/** A counter whose sum differs from the real count. */
export interface WrongCounter {
  readonly form_id: number;
  readonly account_id: number;
  readonly read: Flag;
  readonly spam: Flag;
  readonly trash: Flag;
  readonly stored: number;
  readonly counted: number;
}

/** Reads every submission, in one statement, so that concurrent posts do not distort the result. */
export async function wrongCounters(db: Db): Promise<readonly WrongCounter[]> {
  const { rows } = await sql<WrongCounter>`
    select form_id, account_id, read, spam, trash, sum(stored) as stored, sum(counted) as counted
    from (
      select form_id, account_id, read, spam, trash, count as stored, 0 as counted from submission_count
      union all
      select form_id, account_id, read, spam, trash, 0 as stored, count(*) as counted
      from submission group by form_id, account_id, read, spam, trash
    ) as both_sides
    group by form_id, account_id, read, spam, trash
    having sum(stored) <> sum(counted)
    order by form_id, trash, spam, read`.execute(db);
  return rows;
}

/**
 * Corrects the counters; call it in a transaction.
 *
 * On PostgreSQL it inserts the difference as a row, as every change does, so concurrent posts are safe. On
 * SQLite nothing else may write.
 */
export async function repairCounters(db: Db, wrong: readonly WrongCounter[]): Promise<void> {
  for (const { stored, counted, ...counter } of wrong) {
    const insert = db.insertInto("submission_count");
    const query = isPostgres(db)
      ? insert.values({ ...counter, count: counted - stored })
      : insert
          .values({ ...counter, count: counted })
          .onConflict((conflict) =>
            conflict
              .columns(["form_id", "read", "spam", "trash"])
              .doUpdateSet({ count: sql<number>`excluded.count` }),
          );
    await query.execute();
  }
}
