/** Deliveries that are due later than their schedule allows, because they were queued while the clock was ahead. */
import { sql } from "kysely";
import { whole } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { WITH_WAITING } from "./destination-queues.ts";

/** The largest `delivery_wait_seconds` of a form. */
const MAX_SCORE_WAIT_MS = 600_000;

/** A position among queued deliveries: destinations in ascending order, in each the latest due first. */
export interface LatePosition {
  readonly destination_id: number;
  readonly due_at: number;
  readonly id: number;
}

export interface LatePage {
  readonly ids: readonly number[];
  /** Where the next page starts; `undefined` after the last one. */
  readonly next: LatePosition | undefined;
}

interface LateDeliveriesArgs {
  readonly now: number;
  readonly longestMs: readonly number[];
  readonly after: LatePosition | undefined;
  readonly limit: number;
}

/**
 * Returns one page of the queued deliveries that are due later than allowed.
 *
 * @param longestMs The longest delay before an attempt, by the number of counted attempts made so far.
 * @param limit Rows to read, of which the page contains those that are late.
 */
export async function lateDeliveries(
  db: Db,
  { now, longestMs, after, limit }: LateDeliveriesArgs,
): Promise<LatePage> {
  const from = now + Math.min(...longestMs);
  const { rows: queues } = await FARTHEST.execute(db);
  const ids: number[] = [];
  let left = limit;
  for (const { destination_id, farthest_at } of queues) {
    if (farthest_at <= from || destination_id < (after?.destination_id ?? 0)) continue;
    const start = destination_id === after?.destination_id ? after : undefined;
    const rows = await latestOf(db, { destination_id, from, start, limit: left });
    for (const { id, attempts_made, due_at, waits_for_score } of rows) {
      const longest = longestMs[Math.min(attempts_made, longestMs.length - 1)] ?? 0;
      const allowed = longest + (waits_for_score ? MAX_SCORE_WAIT_MS : 0);
      if (due_at > now + allowed) ids.push(id);
    }
    const last = rows.at(-1);
    left -= rows.length;
    if (left === 0 && last !== undefined)
      return { ids, next: { destination_id, due_at: last.due_at, id: last.id } };
  }
  return { ids, next: undefined };
}

/** Each destination with a queued delivery, and when its last one is due: one index probe a destination. */
const FARTHEST = sql<{ readonly destination_id: number; readonly farthest_at: number }>`
  ${WITH_WAITING}
  select waiting.webhook_id as destination_id, (select max(next_attempt_at) from delivery
    where state = 'queued' and delivery.webhook_id = waiting.webhook_id) as farthest_at
  from waiting where waiting.webhook_id is not null order by waiting.webhook_id`;

interface LatestOfArgs {
  readonly destination_id: number;
  readonly from: number;
  readonly start: LatePosition | undefined;
  readonly limit: number;
}

async function latestOf(db: Db, { destination_id, from, start, limit }: LatestOfArgs) {
  const rows = await db
    .selectFrom("delivery")
    .select(["id", "attempts_made", "next_attempt_at"])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom("lead_score")
            .select("lead_score.submission_id")
            .whereRef("lead_score.submission_id", "=", "delivery.submission_id")
            .where("lead_score.scored_at", "is", null),
        )
        .as("waits_for_score"),
    )
    .where("state", "=", sql.lit("queued"))
    .where("webhook_id", "=", destination_id)
    .where("next_attempt_at", ">", from)
    .$if(start !== undefined, (query) =>
      query
        .where("next_attempt_at", "<=", start?.due_at ?? 0)
        .where((is) =>
          is.or([is("next_attempt_at", "<", start?.due_at ?? 0), is("id", "<", start?.id ?? 0)]),
        ),
    )
    .orderBy("next_attempt_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ next_attempt_at, ...row }) => ({ ...row, due_at: next_attempt_at ?? 0 }));
}

interface PullInDeliveriesArgs {
  readonly ids: readonly number[];
  readonly now: number;
  readonly delaysMs: readonly number[];
}

/**
 * Sets the due times of queued deliveries to their usual delay from now.
 *
 * @param delaysMs The usual delay, by the number of counted attempts made so far.
 * @returns How many were still queued.
 */
export async function pullInDeliveries(
  db: Db,
  { ids, now, delaysMs }: PullInDeliveriesArgs,
): Promise<number> {
  if (ids.length === 0) return 0;
  const cases = delaysMs.map((delay, made) => sql`when ${sql.lit(made)} then ${whole(delay)}`);
  const { numUpdatedRows } = await db
    .updateTable("delivery")
    .set({
      next_attempt_at: sql<number>`${whole(now)} + case attempts_made ${sql.join(cases, sql` `)}
        else ${whole(delaysMs.at(-1) ?? 0)} end`,
    })
    .where("id", "in", [...ids])
    .where("state", "=", "queued")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
