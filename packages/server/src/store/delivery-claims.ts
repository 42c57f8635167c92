/** Who may attempt a delivery: claims by lease, and what becomes of a lease that was lost. */
import { sql } from "kysely";
import type { Db } from "./schema.ts";

export interface Claimed {
  readonly id: number;
  readonly webhook_id: number;
}

/**
 * Leases due deliveries, webhook by webhook, so that one with many due rows does not stand in the way
 * of the others. Raises `claims`.
 *
 * @param free_of How many more a webhook may have in flight, by webhook id; others `free_of_others`.
 */
export async function claimDue(
  db: Db,
  {
    now,
    lease_token,
    lease_expires_at,
    limit,
    free_of,
    free_of_others,
  }: {
    readonly now: number;
    readonly lease_token: string;
    readonly lease_expires_at: number;
    readonly limit: number;
    readonly free_of: Readonly<Record<number, number>>;
    readonly free_of_others: number;
  },
): Promise<readonly Claimed[]> {
  const claimed: Claimed[] = [];
  for (const { webhook_id } of await webhooksWithDue(db, now)) {
    const most = Math.min(limit - claimed.length, free_of[webhook_id] ?? free_of_others);
    if (most <= 0) continue;
    const rows = await db
      .updateTable("delivery")
      .set((old) => ({
        state: "delivering",
        next_attempt_at: null,
        lease_token,
        lease_expires_at,
        claims: old("claims", "+", 1),
      }))
      .where("id", "in", (due) =>
        due
          .selectFrom("delivery")
          .select("id")
          .where("state", "=", sql.lit("queued"))
          .where("webhook_id", "=", webhook_id)
          .where("next_attempt_at", "<=", now)
          .orderBy("next_attempt_at")
          .orderBy("id")
          .limit(most),
      )
      .returning(["id", "webhook_id"])
      .execute();
    claimed.push(...rows);
    if (claimed.length >= limit) break;
  }
  return claimed;
}

/**
 * Every webhook with a queued row, and when its first one comes due: one index probe a webhook,
 * whatever the number of rows. No index over due times alone is kept, since each post would pay for it.
 */
const heads = sql<{ webhook_id: number; due_at: number }>`
  with recursive waiting(webhook_id) as (
    select min(webhook_id) from delivery where state = 'queued'
    union all
    select (select min(webhook_id) from delivery
      where state = 'queued' and webhook_id > waiting.webhook_id)
    from waiting where waiting.webhook_id is not null
  )
  select webhook_id, (select min(next_attempt_at) from delivery
    where state = 'queued' and delivery.webhook_id = waiting.webhook_id) as due_at
  from waiting where webhook_id is not null`;

/** The longest waiting first. */
async function webhooksWithDue(db: Db, now: number) {
  const { rows } = await heads.execute(db);
  return rows.filter((head) => head.due_at <= now).toSorted((a, b) => a.due_at - b.due_at);
}

/** When the next delivery comes due; `undefined` when none waits. */
export async function nextDueAt(db: Db, _: Record<string, never>): Promise<number | undefined> {
  const { rows } = await heads.execute(db);
  return rows.length === 0 ? undefined : Math.min(...rows.map((head) => head.due_at));
}

/**
 * Queues again what is leased to nobody: every lease at the start of a process (`expired_at`
 * infinite), and those past their end while it runs. Each leaves an attempt `worker_lost`, which does
 * not count.
 */
export async function recoverLeases(
  db: Db,
  {
    now,
    expired_at,
    limit,
  }: { readonly now: number; readonly expired_at: number; readonly limit: number },
): Promise<number> {
  const lost = await db
    .updateTable("delivery")
    .set((old) => ({
      state: "queued",
      next_attempt_at: now,
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
    .returning(["id", "claims"])
    .execute();
  for (const { id, claims } of lost) {
    await db
      .insertInto("attempt")
      .values({
        delivery_id: id,
        number: claims,
        started_at: now,
        duration_ms: 0,
        outcome: "worker_lost",
        http_status: null,
        error_code: "worker_lost",
        response_excerpt: null,
        remote_ip: null,
        next_attempt_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return lost.length;
}

/** Hands back what was claimed and never begun: as if it had not been claimed. */
export async function releaseClaims(
  db: Db,
  {
    ids,
    lease_token,
    now,
  }: { readonly ids: readonly number[]; readonly lease_token: string; readonly now: number },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("delivery")
    .set((old) => ({
      state: "queued",
      next_attempt_at: now,
      lease_token: null,
      lease_expires_at: null,
      claims: old("claims", "-", 1),
    }))
    .where("id", "in", [...ids])
    .where("lease_token", "=", lease_token)
    .execute();
}
