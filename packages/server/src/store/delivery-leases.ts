/** Leases that were lost: their deliveries wait again, and those that keep losing them are put apart. */
import { sql } from "kysely";
import { CALM_LOSSES, MOST_LOSSES } from "../delivery.ts";
import type { Db } from "./schema.ts";

/**
 * Queues again what is leased to nobody: every lease at the start of a process (`expired_at`
 * infinite), and those past their end while it runs. Each leaves an attempt `worker_lost`, which does
 * not count. Who loses one after the other waits longer, then goes alone, and is poison in the end.
 *
 * @param alone_delays_ms Waits before a delivery goes alone: for the first time, the second, …
 * @returns How many leases were taken back.
 */
export async function recoverLeases(
  db: Db,
  {
    now,
    expired_at,
    limit,
    alone_delays_ms,
  }: {
    readonly now: number;
    readonly expired_at: number;
    readonly limit: number;
    readonly alone_delays_ms: readonly number[];
  },
): Promise<number> {
  const isPoison = sql<boolean>`losses + 1 >= ${sql.lit(MOST_LOSSES)}`;
  // An array is read from its start: the first of them belongs to the first loss that is one too many.
  const delay = sql<number>`coalesce(
    json_extract(${JSON.stringify(alone_delays_ms)}, '$[' || (losses + 1 - ${sql.lit(CALM_LOSSES)}) || ']'), 0)`;
  const lost = await db
    .updateTable("delivery")
    .set((old) => ({
      state: sql<"queued">`iif(${isPoison}, 'exhausted', 'queued')`,
      reason: sql<string | null>`iif(${isPoison}, 'poison', null)`,
      next_attempt_at: sql<
        number | null
      >`iif(${isPoison}, null, ${now} + iif(losses + 1 < ${sql.lit(CALM_LOSSES)}, 0, ${delay}))`,
      finished_at: sql<number | null>`iif(${isPoison}, ${now}, null)`,
      lease_token: null,
      lease_expires_at: null,
      losses: old("losses", "+", 1),
    }))
    .where("id", "in", (leased) =>
      leased
        .selectFrom("delivery")
        .select("id")
        .where("state", "=", sql.lit("delivering"))
        .where("lease_expires_at", "<=", expired_at)
        .limit(limit),
    )
    .returning("id")
    .execute();
  if (lost.length > 0)
    await logLosses(
      db,
      lost.map((row) => row.id),
      now,
    );
  return lost.length;
}

async function logLosses(db: Db, ids: readonly number[], now: number): Promise<void> {
  await db
    .insertInto("attempt")
    .columns([
      "delivery_id",
      "number",
      "started_at",
      "duration_ms",
      "outcome",
      "error_code",
      "next_attempt_at",
    ])
    .expression((from) =>
      from
        .selectFrom("delivery")
        .select([
          "id",
          "claims",
          sql<number>`${now}`.as("started_at"),
          sql<number>`0`.as("duration_ms"),
          sql<"worker_lost">`'worker_lost'`.as("outcome"),
          sql<string>`'worker_lost'`.as("error_code"),
          "next_attempt_at",
        ])
        .where("id", "in", [...ids]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
