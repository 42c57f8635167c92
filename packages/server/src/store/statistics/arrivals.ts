/** The tables arrival and arrival_source: when submissions arrived and from which hosts, counted after intake. */
import { sql } from "kysely";
import {
  addCounted,
  ARRIVED,
  type Arrived,
  POSTED_AT,
  SUMMED,
} from "../submissions/submission-days.ts";
import type { OldRows } from "../engine/old-rows.ts";
import { type AccountScope, isPartial } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";

/** Every offset of a time zone is a multiple of it. */
export const SLOT_MS = 900_000;
const DAY_MS = 86_400_000;
/** Hosts of an account and day; those of further ones are counted together. Anybody can post with any host. */
const MAX_HOSTS = 100;
const OTHER_HOSTS = "*";

/** Adds submissions that {@link ids} name. The caller makes sure that each is counted once. */
export async function countArrivals(db: Db, ids: readonly number[]): Promise<void> {
  const slot = sql<number>`${POSTED_AT} / ${sql.lit(SLOT_MS)}`;
  await db
    .insertInto("arrival")
    .columns(["account_id", "slot", "arrived", "spam"])
    .expression((from) =>
      from
        .selectFrom("submission")
        .select(["account_id", slot.as("slot"), ...ARRIVED])
        .where("id", "in", ids)
        .groupBy(["account_id", slot])
        .orderBy("account_id"),
    )
    .onConflict((conflict) =>
      conflict.columns(["account_id", "slot"]).doUpdateSet(addCounted("arrival")),
    )
    .execute();
  await countSources(db, ids);
}

async function countSources(db: Db, ids: readonly number[]): Promise<void> {
  const day = sql<number>`created_at / ${sql.lit(DAY_MS)}`;
  const host = sql<string>`coalesce(source_host, '')`;
  const counted = await db
    .selectFrom("submission")
    .select(["account_id", day.as("day"), host.as("host"), ...ARRIVED])
    .where("id", "in", ids)
    .where("imported_from", "is", null)
    .groupBy(["account_id", day, host])
    .orderBy("host")
    .execute();
  for (const source of counted) {
    const { account_id, day: on } = source;
    const known = await db
      .selectFrom("arrival_source")
      .select("host")
      .where("account_id", "=", account_id)
      .where("day", "=", on)
      .execute();
    const isCounted = known.length < MAX_HOSTS || known.some((one) => one.host === source.host);
    await db
      .insertInto("arrival_source")
      .values({ ...source, host: isCounted ? source.host : OTHER_HOSTS })
      .onConflict((conflict) =>
        conflict.columns(["account_id", "day", "host"]).doUpdateSet(addCounted("arrival_source")),
      )
      .execute();
  }
}

export interface SlotStats extends Arrived {
  /** Quarters of an hour since 1970-01-01, in UTC. */
  readonly slot: number;
}

export interface Arrivals {
  /** Ascending; slots without submissions are left out. */
  readonly slots: readonly SlotStats[];
  /** The first slot from which all submissions are in `slots`. */
  readonly completeFrom: number;
}

/** What arrived since `fromSlot` in all forms of an account, deleted ones included. Nothing is counted by project. */
export async function accountArrivals(
  db: Db,
  { account_id, fromSlot, ...scope }: AccountScope & { readonly fromSlot: number },
): Promise<Arrivals> {
  if (isPartial(scope)) return { slots: [], completeFrom: Number.MAX_SAFE_INTEGER };
  const [slots, start] = await Promise.all([
    db
      .selectFrom("arrival")
      .select(["slot", "arrived", "spam"])
      .where("account_id", "=", account_id)
      .where("slot", ">=", fromSlot)
      .orderBy("slot")
      .execute(),
    db.selectFrom("arrival_start").select("slot").executeTakeFirstOrThrow(),
  ]);
  return { slots, completeFrom: start.slot };
}

export interface SourceStats extends Arrived {
  /** `null` = the posts named no page; `*` = further hosts of days with many. */
  readonly host: string | null;
}

/** The hosts from which most submissions of an account came since `fromDay`, the most frequent first. */
export async function accountSources(
  db: Db,
  {
    account_id,
    fromDay,
    limit,
  }: { readonly account_id: number; readonly fromDay: number; readonly limit: number },
): Promise<readonly SourceStats[]> {
  const sources = await db
    .selectFrom("arrival_source")
    .select(["host", ...SUMMED])
    .where("account_id", "=", account_id)
    .where("day", ">=", fromDay)
    .groupBy("host")
    .orderBy("arrived", "desc")
    .orderBy("host")
    .limit(limit)
    .execute();
  return sources.map(({ host, ...counts }) => ({ host: host === "" ? null : host, ...counts }));
}

/** Deletes at most `limit` slots and `limit` sources from before a time. Returns whether there may be more. */
export async function pruneArrivals(db: Db, { before, limit }: OldRows): Promise<boolean> {
  const slots = await db
    .deleteFrom("arrival")
    .where(
      (row) => row.refTuple("account_id", "slot"),
      "in",
      (old) =>
        old
          .selectFrom("arrival")
          .select(["account_id", "slot"])
          .where("slot", "<", Math.floor(before / SLOT_MS))
          .limit(limit)
          .$asTuple("account_id", "slot"),
    )
    .executeTakeFirst();
  const sources = await db
    .deleteFrom("arrival_source")
    .where(
      (row) => row.refTuple("account_id", "day", "host"),
      "in",
      (old) =>
        old
          .selectFrom("arrival_source")
          .select(["account_id", "day", "host"])
          .where("day", "<", Math.floor(before / DAY_MS))
          .limit(limit)
          .$asTuple("account_id", "day", "host"),
    )
    .executeTakeFirst();
  return Math.max(Number(slots.numDeletedRows), Number(sources.numDeletedRows)) === limit;
}
