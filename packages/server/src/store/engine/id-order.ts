/** What the order of ids says: which were given out earlier, and behind which none can appear any more. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./schema.ts";

/** Both strict. */
export interface IdRange {
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

/**
 * Of a row of `submission`: no smaller id can appear any more. Of several processes one may commit a
 * smaller id after another's larger one; ids and transactions are numbered in the same order, so what
 * is below every transaction under way is complete.
 */
export function isSettled(db: Db): RawBuilder<SqlBool> {
  return isPostgres(db) ? sql`submission.xid < pg_snapshot_xmin(pg_current_snapshot())` : sql`true`;
}

/** Dates as ids: both run the same way, so a binary search finds the border without an index. */
export async function idRange(
  db: Db,
  asked: {
    readonly created_after?: number | undefined;
    readonly created_before?: number | undefined;
  },
): Promise<IdRange> {
  const { created_after, created_before } = asked;
  const firstFrom = (at: number) => firstIdWhere(db, sql`created_at >= ${at}`);
  return {
    above: created_after === undefined ? undefined : (await firstFrom(created_after + 1)) - 1,
    below: created_before === undefined ? undefined : await firstFrom(created_before),
  };
}

/** The largest id behind which no smaller one can appear any more; 0 when there is none. */
export async function newestSettledId(db: Db): Promise<number> {
  const border = await firstIdWhere(db, sql`not ${isSettled(db)}`);
  // Not one less than the border: what is under way may have ids between the two.
  const row = await db
    .selectFrom("submission")
    .select("id")
    .where("id", "<", border)
    .where(isSettled(db))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/**
 * The smallest id that fulfils `condition`, as all larger ones do; one past the newest when there is none.
 */
async function firstIdWhere(db: Db, condition: RawBuilder<SqlBool>): Promise<number> {
  const newest = await db
    .selectFrom("submission")
    .select((max) => max.fn.max("id").as("id"))
    .executeTakeFirst();
  let low = 1;
  let high = (newest?.id ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await db
      .selectFrom("submission")
      .select(["id", condition.as("is_reached")])
      .where("id", ">=", middle)
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    // SQLite says 1 for true.
    if (row === undefined || Boolean(row.is_reached)) high = middle;
    else low = row.id + 1;
  }
  return low;
}
