/** The table submission_day: submissions per form and day, counted after intake by maintenance. */
import { type SelectQueryBuilder, sql } from "kysely";
import { MARKED_FINDINGS } from "../../domain/submission/finding.ts";
import { tryMaintenanceLock } from "../engine/dialect.ts";
import type { AccountScope } from "../engine/paging.ts";
import { FORM_LABEL } from "../forms/form-names.ts";
import { ofForms } from "../forms/live-forms.ts";
import type { Db, Schema } from "../engine/schema.ts";

const DAY_MS = 86_400_000;

export interface Arrived {
  readonly arrived: number;
  /** Spam by intake's verdict: one that a user marked as spam arrived as ham. */
  readonly spam: number;
}

/** When it was posted, also if it was imported later. */
export const POSTED_AT = sql<number>`coalesce(submitted_at, created_at)`;

const CAME_AS_SPAM = sql<number>`case when spam = 1
  and coalesce(spam_findings, '') <> ${sql.lit(MARKED_FINDINGS)} then 1 else 0 end`;

/** The columns of {@link Arrived} for a group of submissions. */
export const ARRIVED = [
  sql<number>`count(*)`.as("arrived"),
  sql<number>`sum(${CAME_AS_SPAM})`.as("spam"),
] as const;

/** The sums of {@link Arrived} over the rows of a group. */
export const SUMMED = [
  sql<number>`sum(arrived)`.as("arrived"),
  sql<number>`sum(spam)`.as("spam"),
] as const;

/** Adds what was counted to a row that the table has already. */
export const addCounted = (table: "arrival" | "arrival_source" | "submission_day") => ({
  arrived: sql<number>`${sql.ref(`${table}.arrived`)} + excluded.arrived`,
  spam: sql<number>`${sql.ref(`${table}.spam`)} + excluded.spam`,
});

type Submissions = SelectQueryBuilder<Schema, "submission", object>;

/** Adds submissions to their days. The caller makes sure that each submission is counted once. */
export async function countDays(db: Db, some: (all: Submissions) => Submissions): Promise<void> {
  const day = sql<number>`${POSTED_AT} / ${sql.lit(DAY_MS)}`;
  await db
    .insertInto("submission_day")
    .columns(["form_id", "day", "account_id", "arrived", "spam"])
    .expression((from) =>
      some(from.selectFrom("submission"))
        .select(["form_id", day.as("day"), "account_id", ...ARRIVED])
        .groupBy(["form_id", day, "account_id"])
        .orderBy("form_id"),
    )
    .onConflict((conflict) =>
      conflict.columns(["form_id", "day"]).doUpdateSet(addCounted("submission_day")),
    )
    .execute();
}

/** Whether {@link countEarlierDays} has submissions left to count. */
export const hasUncountedDays = async (db: Db, _: Record<string, never>): Promise<boolean> =>
  (await uncountedBelow(db)) > 1;

/**
 * Counts at most `limit` of the submissions that are older than the table, newest first.
 *
 * @returns Whether there may be more.
 */
export async function countEarlierDays(
  db: Db,
  { limit }: { readonly limit: number },
): Promise<boolean> {
  // Shares the lock of the search index job, which writes the same rows.
  if (!(await tryMaintenanceLock(db, "search"))) return false;
  const below = await uncountedBelow(db);
  const ids = await db
    .selectFrom("submission")
    .select("id")
    .where("id", "<", below)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  const last = ids.at(-1)?.id;
  if (last !== undefined) {
    await countDays(db, (all) => all.where("id", ">=", last).where("id", "<", below));
  }
  const hasMore = last !== undefined && ids.length === limit;
  await db
    .updateTable("day_backfill")
    .set({ below: hasMore ? last : 1 })
    .execute();
  return hasMore;
}

async function uncountedBelow(db: Db): Promise<number> {
  const { below } = await db.selectFrom("day_backfill").select("below").executeTakeFirstOrThrow();
  return below;
}

export interface DayStats extends Arrived {
  /** Days since 1970-01-01, in UTC. */
  readonly day: number;
}

type AccountDaysArgs = AccountScope & { readonly fromDay: number; readonly toDay?: number };

/** Days of all forms of the scope together, oldest first; days without submissions are left out. */
export const accountDays = async (
  db: Db,
  { account_id, fromDay, toDay, ...scope }: AccountDaysArgs,
): Promise<readonly DayStats[]> =>
  db
    .selectFrom("submission_day")
    .select(["day", ...SUMMED])
    .where("account_id", "=", account_id)
    .where("day", ">=", fromDay)
    .$if(toDay !== undefined, (some) => some.where("day", "<=", toDay ?? 0))
    .where(ofForms("form_id", scope))
    .groupBy("day")
    .orderBy("day")
    .execute();

/** What arrived in a form. */
export interface ArrivedIn extends Arrived {
  readonly id: number;
  /** With its project, if the account has several. */
  readonly name: string;
}

interface FormArrivalsArgs extends AccountScope {
  readonly fromDay: number;
  readonly toDay: number;
  readonly limit: number;
}

/** The forms of the scope in which something arrived between two days, both included; those with most first. */
export function formArrivals(
  db: Db,
  { account_id, fromDay, toDay, limit, ...scope }: FormArrivalsArgs,
): Promise<readonly ArrivedIn[]> {
  const most = db
    .selectFrom("submission_day")
    .select(["form_id", ...SUMMED])
    .where("account_id", "=", account_id)
    .where("day", ">=", fromDay)
    .where("day", "<=", toDay)
    .where(ofForms("form_id", scope))
    .groupBy("form_id")
    .orderBy("arrived", "desc")
    .orderBy("form_id")
    .limit(limit);
  return db
    .selectFrom(most.as("most"))
    .innerJoin("form", "form.id", "most.form_id")
    .select(["form.id", FORM_LABEL.as("name"), "arrived", "spam"])
    .orderBy("arrived", "desc")
    .orderBy("form.id")
    .execute();
}

interface FormDaysArgs {
  readonly account_id: number;
  readonly formIds: readonly number[];
  readonly fromDay: number;
}

/** Days of each of several forms of an account, in no order; days without submissions are left out. */
export async function formDays(
  db: Db,
  { account_id, formIds, fromDay }: FormDaysArgs,
): Promise<readonly (DayStats & { readonly form_id: number })[]> {
  if (formIds.length === 0) return [];
  return (
    db
      .selectFrom("submission_day")
      .select(["form_id", "day", "arrived", "spam"])
      .where("form_id", "in", [...formIds])
      .where("day", ">=", fromDay)
      // An expression, so that no planner chooses the index on the account.
      .where(sql<boolean>`account_id + 0 = ${account_id}`)
      .execute()
  );
}
