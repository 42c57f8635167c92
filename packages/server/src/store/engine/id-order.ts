/** Converts dates to id ranges, and finds the highest id below which no new row can commit. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./schema.ts";

/** Both bounds are exclusive. */
export interface IdRange {
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

/**
 * Whether no smaller id than that of this row of `submission` can still commit. On PostgreSQL one process
 * may commit a smaller id after another has committed a larger one. Ids and transactions are numbered in
 * the same order, so all ids below the oldest open transaction are final.
 */
export function isFinal(db: Db): RawBuilder<SqlBool> {
  return isPostgres(db) ? sql`submission.xid < pg_snapshot_xmin(pg_current_snapshot())` : sql`true`;
}

/** Converts dates to ids by binary search: ids and dates have the same order, so no index is needed. */
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

/** Returns the largest id below which no new id can commit; 0 if there is none. */
export async function newestFinalId(db: Db): Promise<number> {
  const border = await firstIdWhere(db, sql`not ${isFinal(db)}`);
  // Not border - 1: open transactions may have taken ids in between.
  const row = await db
    .selectFrom("submission")
    .select("id")
    .where("id", "<", border)
    .where(isFinal(db))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/**
 * Returns the smallest id that fulfills `condition`, which all larger ids fulfill too; the newest id + 1
 * if there is none.
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
    // SQLite returns 1 for true.
    if (row === undefined || Boolean(row.is_reached)) high = middle;
    else low = row.id + 1;
  }
  return low;
}
