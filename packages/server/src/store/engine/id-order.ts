/** Converts dates to id ranges, and finds the id up to which no row can appear any more. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./schema.ts";

/** Both bounds are exclusive. */
export type IdRange = { readonly above?: number | undefined; readonly below?: number | undefined };

/** How far the ids of submissions and events have come. */
export interface IdOrder {
  /** The newest id that was assigned; its row may not be committed, or may be deleted. */
  readonly newest_submission: number;
  /** The newest id up to which no row can appear any more. */
  readonly final_submission: number;
  readonly newest_event: number;
  readonly final_event: number;
}

/**
 * Reads how far ids have come. On PostgreSQL a process may commit a smaller id after another has committed a
 * larger one, until the transaction ends that has the smaller one: see schema/postgres.ts.
 * Rows must be read by a later statement, whose snapshot contains all that is final.
 */
export async function readIdOrder(db: Db): Promise<IdOrder> {
  const { rows } = await (
    isPostgres(db)
      ? sql<IdOrder>`select * from read_id_order()`
      : sql<IdOrder>`
          select submission as newest_submission, submission as final_submission,
            event as newest_event, event as final_event
          from (
            select coalesce(max(iif(name = 'submission', seq, 0)), 0) as submission,
              coalesce(max(iif(name = 'event', seq, 0)), 0) as event
            from sqlite_sequence
          )`
  ).execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The order of ids could not be read.");
  return row;
}

/** On PostgreSQL: ids below which ascending lists and event streams end, since a transaction stays open. */
export async function longOpenIds(
  db: Db,
  { openForS }: { readonly openForS: number },
): Promise<
  readonly { readonly table_name: string; readonly lowest: number; readonly pid: number }[]
> {
  const { rows } = await sql<{ table_name: string; lowest: number; pid: number }>`
    select table_name, lowest, pid from open_id join pg_stat_activity using (pid)
    where xact_start <= now() - make_interval(secs => ${openForS}) order by lowest`.execute(db);
  return rows;
}

/** The part of a range that a reader who goes upward may see: no smaller id appears in it later. */
export async function finalPart<Range extends IdRange>(db: Db, range: Range): Promise<Range> {
  // The one writer of SQLite commits ids in their order.
  if (!isPostgres(db)) return range;
  const { final_submission } = await readIdOrder(db);
  return { ...range, below: Math.min(range.below ?? Infinity, final_submission + 1) };
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
