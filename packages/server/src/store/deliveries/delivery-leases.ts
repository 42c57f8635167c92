/** Leases that were lost: their deliveries wait again, and those that keep losing them are put apart. */
import { sql } from "kysely";
import { QUARANTINE_AFTER_LOST_WORKERS, MAX_LOST_WORKERS } from "../../domain/delivery.ts";
import { forTaking, isPostgres, whole } from "../engine/dialect.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import { holderIsDead } from "../postgres/presence.ts";
import type { Db } from "../engine/schema.ts";

/**
 * Queues again what is leased to nobody: leases past their end, and those of dead processes. Each leaves an attempt `worker_lost`, which does
 * not count. Who loses one after the other waits longer, then goes alone, and is poison in the end.
 *
 * @param quarantine_delays_ms Waits before a delivery goes alone: for the first time, the second, …
 * @returns How many leases were taken back.
 */
export async function recoverLeases(
  db: Db,
  {
    now,
    is_start,
    limit,
    quarantine_delays_ms,
  }: {
    readonly now: number;
    /** This process has leased nothing yet. */
    readonly is_start: boolean;
    readonly limit: number;
    readonly quarantine_delays_ms: readonly number[];
  },
): Promise<number> {
  const isPoison = sql<boolean>`lost_workers + 1 >= ${sql.lit(MAX_LOST_WORKERS)}`;
  // The first of the delays belongs to the first loss that is one too many.
  const delays = quarantine_delays_ms.map(
    (delay, n) =>
      sql`when lost_workers = ${sql.lit(QUARANTINE_AFTER_LOST_WORKERS - 1 + n)} then ${whole(delay)}`,
  );
  const delay =
    delays.length === 0 ? sql<number>`0` : sql<number>`case ${sql.join(delays, sql` `)} else 0 end`;
  const lost = await db
    .updateTable("delivery")
    .set((old) => ({
      state: sql<"queued">`case when ${isPoison} then 'exhausted' else 'queued' end`,
      reason: sql<string | null>`case when ${isPoison} then 'poison' end`,
      next_attempt_at: sql<
        number | null
      >`case when ${isPoison} then null else ${whole(now)} + ${delay} end`,
      finished_at: sql<number | null>`case when ${isPoison} then ${whole(now)} end`,
      lease_token: null,
      lease_expires_at: null,
      lost_workers: old("lost_workers", "+", 1),
    }))
    .where("id", "in", (leased) =>
      forTaking(
        db,
        leased
          .selectFrom("delivery")
          .select("id")
          .where("state", "=", sql.lit("delivering"))
          .where((lease) =>
            lease.or([lease("lease_expires_at", "<=", now), ownerIsDead(db, is_start)]),
          )
          .limit(limit),
      ),
    )
    .returning(DELIVERY_EVENT_COLUMNS)
    .execute();
  await recordDeliveryEvents(db, lost, now);
  if (lost.length > 0)
    await logLosses(
      db,
      lost.map((row) => row.id),
      now,
    );
  return lost.length;
}

/** One process serves a SQLite file, so at its start whatever is leased was a dead one's. */
const ownerIsDead = (db: Db, is_start: boolean) =>
  isPostgres(db) ? holderIsDead : sql<boolean>`${sql.lit(is_start ? 1 : 0)}`;

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
          whole(now).as("started_at"),
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
