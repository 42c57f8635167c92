/** The counters beside what they count: both as they are at one moment. */
import { sql } from "kysely";
import { isPostgres } from "../engine/dialect.ts";
import type { Db, Flag } from "../engine/schema.ts";

/** A cell whose counter is wrong. */
export interface WrongCounter {
  readonly form_id: number;
  readonly account_id: number;
  readonly read: Flag;
  readonly spam: Flag;
  readonly trash: Flag;
  readonly kept: number;
  readonly counted: number;
}

/** Reads every submission, in one statement, so that posts may come in meanwhile. */
export async function wrongCounters(db: Db): Promise<readonly WrongCounter[]> {
  const { rows } = await sql<WrongCounter>`
    select form_id, account_id, read, spam, trash, sum(kept) as kept, sum(counted) as counted
    from (
      select form_id, account_id, read, spam, trash, count as kept, 0 as counted from submission_count
      union all
      select form_id, account_id, read, spam, trash, 0 as kept, count(*) as counted
      from submission group by form_id, account_id, read, spam, trash
    ) as both_of_them
    group by form_id, account_id, read, spam, trash
    having sum(kept) <> sum(counted)
    order by form_id, trash, spam, read`.execute(db);
  return rows;
}

/**
 * Makes the counters right; call it in a transaction.
 *
 * On PostgreSQL a difference is a row of its own, as every change is: posts may come in meanwhile. On
 * SQLite nobody else may be writing.
 */
export async function repairCounters(db: Db, wrong: readonly WrongCounter[]): Promise<void> {
  for (const { kept, counted, ...cell } of wrong) {
    const insert = db.insertInto("submission_count");
    const query = isPostgres(db)
      ? insert.values({ ...cell, count: counted - kept })
      : insert
          .values({ ...cell, count: counted })
          .onConflict((conflict) =>
            conflict
              .columns(["form_id", "read", "spam", "trash"])
              .doUpdateSet({ count: sql<number>`excluded.count` }),
          );
    await query.execute();
  }
}
