/** The table rejected_post: posts that were not stored, counted by form, hour and reason. */
import { sql } from "kysely";
import { givenRows } from "../engine/dialect.ts";
import type { AccountScope } from "../engine/paging.ts";
import { isListed } from "../forms/live-forms.ts";
import { FORM_LABEL } from "../forms/form-names.ts";
import type { Db, Schema } from "../engine/schema.ts";

export const HOUR_MS = 3_600_000;
/** The newest different examples that are kept for a form, hour and reason. */
export const MAX_EXAMPLES = 3;

export type RejectedPosts = Schema["rejected_post"];

const COLUMNS = {
  form_id: "bigint",
  hour: "bigint",
  reason: "text",
  count: "bigint",
  last_at: "bigint",
  examples: "text",
} as const;
const NAMES = ["form_id", "hour", "reason", "count", "last_at", "examples"] as const;

/** Adds counts, by one statement. Those of forms that were deleted meanwhile are dropped. */
export async function recordRejectedPosts(
  db: Db,
  { posts }: { readonly posts: readonly RejectedPosts[] },
): Promise<void> {
  await db
    .insertInto("rejected_post")
    .columns(NAMES)
    .expression(
      db
        .selectFrom(givenRows(db, COLUMNS, posts))
        .innerJoin("form", "form.id", "given.form_id")
        .select(NAMES.map((name) => `given.${name}` as const))
        // Processes that write at the same time lock the rows in the same order.
        .orderBy("given.form_id")
        .orderBy("given.hour")
        .orderBy("given.reason"),
    )
    .onConflict((conflict) =>
      conflict.columns(["form_id", "hour", "reason"]).doUpdateSet((row) => ({
        count: sql<number>`rejected_post.count + excluded.count`,
        last_at: row.ref("excluded.last_at"),
        examples: row.ref("excluded.examples"),
      })),
    )
    .execute();
}

/** What was rejected in the hours from `fromHour` to `toHour`, both included; the newest first. */
export const formRejectedPosts = (
  db: Db,
  range: { readonly form_id: number; readonly fromHour: number; readonly toHour: number },
): Promise<readonly RejectedPosts[]> =>
  db
    .selectFrom("rejected_post")
    .select(NAMES)
    .where("form_id", "=", range.form_id)
    .where("hour", ">=", range.fromHour)
    .where("hour", "<=", range.toHour)
    .orderBy("hour", "desc")
    .orderBy("reason", "desc")
    .execute();

/** Fewer rejected posts may be those of a bot. */
const MIN_REJECTED = 3;

export interface RejectingForm {
  readonly id: number;
  readonly name: string;
  /** Of all its rejected posts. */
  readonly total: number;
  /** The most frequent reason, and how many posts it has. */
  readonly reason: RejectedPosts["reason"];
  readonly count: number;
}

/**
 * Forms with at least three posts that were rejected since a time, in hours that began after the newest submission
 * that is not spam. Posts that came too often do not count, since others of their senders were stored.
 */
export async function rejectingForms(
  db: Db,
  { account_id, since, ...scope }: AccountScope & { readonly since: number },
): Promise<readonly RejectingForm[]> {
  const newest = (trash: 0 | 1) => sql<number>`coalesce((
    select created_at from submission
    where form_id = form.id and trash = ${sql.lit(trash)} and spam = 0 order by id desc limit 1), 0)`;
  const starts = sql<number>`rejected_post.hour * ${sql.lit(HOUR_MS)}`;
  const rows = await db
    .selectFrom("form")
    .innerJoin("rejected_post", "rejected_post.form_id", "form.id")
    .select(({ fn }) => [
      "form.id",
      FORM_LABEL.as("name"),
      "rejected_post.reason",
      fn.sum<number>("rejected_post.count").as("count"),
    ])
    .where("form.account_id", "=", account_id)
    .where(isListed(false, scope))
    .where("rejected_post.hour", ">=", Math.floor(since / HOUR_MS))
    .where("rejected_post.reason", "!=", "rate")
    .where(starts, ">", newest(0))
    .where(starts, ">", newest(1))
    .groupBy(["form.id", "rejected_post.reason"])
    .orderBy("form.id")
    .orderBy("count", "desc")
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()]
    .flatMap((reasons) => {
      const total = reasons.reduce((sum, { count }) => sum + count, 0);
      return reasons.slice(0, 1).map((most) => ({ ...most, total }));
    })
    .filter(({ total }) => total >= MIN_REJECTED);
}

/** Deletes the counts of the oldest hour that ended before a time. Returns whether there were any. */
export async function pruneRejectedPosts(
  db: Db,
  { before }: { readonly before: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("rejected_post")
    .where("hour", "=", (all) =>
      all.selectFrom("rejected_post").select(({ fn }) => fn.min("hour").as("hour")),
    )
    .where("hour", "<", Math.floor(before / HOUR_MS))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
