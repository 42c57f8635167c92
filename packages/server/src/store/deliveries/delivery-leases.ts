/** Recovers lost leases: queues the deliveries again, and quarantines those that keep losing their worker. */
import { sql } from "kysely";
import { QUARANTINE_AFTER_LOST_WORKERS, MAX_LOST_WORKERS } from "../../domain/delivery/delivery.ts";
import { forTaking, whole } from "../engine/dialect.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import { holderIsDead, type LostHolders } from "../postgres/presence.ts";
import { idsOf } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";

interface RecoverLeasesArgs extends LostHolders {
  /** False after the clock was set: only leases of dead processes are lost. */
  readonly judgesExpiry?: boolean;
  readonly limit: number;
  readonly quarantineDelaysMs: readonly number[];
}

/**
 * Queues deliveries again whose lease has expired or whose process is dead. Each logs an attempt
 * `worker_lost`, which is not counted. A delivery that keeps losing its worker waits longer each time, is
 * quarantined, and in the end fails as a poison message.
 *
 * @param quarantineDelaysMs Delays before a quarantined delivery is due: the first time, the second, …
 * @returns How many leases were recovered.
 */
export async function recoverLeases(
  db: Db,
  { judgesExpiry = true, limit, quarantineDelaysMs, ...holders }: RecoverLeasesArgs,
): Promise<number> {
  const { now } = holders;
  const isPoison = sql<boolean>`lost_workers + 1 >= ${sql.lit(MAX_LOST_WORKERS)}`;
  // The first delay belongs to the lost worker that puts the delivery into quarantine.
  const delays = quarantineDelaysMs.map(
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
            judgesExpiry
              ? lease.or([lease("lease_expires_at", "<=", now), holderIsDead(db, holders)])
              : holderIsDead(db, holders),
          )
          .limit(limit),
      ),
    )
    .returning(DELIVERY_EVENT_COLUMNS)
    .execute();
  await recordDeliveryEvents(db, lost, now);
  if (lost.length > 0) await logLosses(db, idsOf(lost), now);
  return lost.length;
}

/** Moves the expiry of leases that are still held. A lease that was taken back stays so. */
export async function renewDeliveryLeases(
  db: Db,
  {
    leases,
    lease_expires_at,
  }: {
    readonly leases: readonly { readonly id: number; readonly lease_token: string }[];
    readonly lease_expires_at: number;
  },
): Promise<void> {
  await db
    .updateTable("delivery")
    .set({ lease_expires_at })
    .where("id", "in", idsOf(leases))
    // Claims have tokens of their own, so no other lease of these deliveries has one of these.
    .where(
      "lease_token",
      "in",
      leases.map(({ lease_token }) => lease_token),
    )
    .where("state", "=", sql.lit("delivering"))
    .execute();
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
