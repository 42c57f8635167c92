/** Who may attempt a delivery: claims by lease. Leases that were lost are in delivery-leases.ts. */
import { sql } from "kysely";
import { QUARANTINE_AFTER_LOST_WORKERS } from "../../domain/delivery.ts";
import { CLAIMED_COLUMNS, type Claimed } from "./claimed-delivery.ts";
import { compiledOnce } from "../engine/compiled.ts";
import { forTaking, isPostgres, whole } from "../engine/dialect.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import { claimInOneStatement, type Waiting } from "../postgres/claim-statement.ts";
import type { Placeholders } from "../engine/prepared.ts";
import type { Db, Flag } from "../engine/schema.ts";

export interface Claim {
  readonly claimed: readonly Claimed[];
  /**
   * It is the turn of a delivery that saw its worker die too often: it is claimed with nothing beside
   * it, or nothing is, as long as others are under way.
   */
  readonly is_quarantined: boolean;
  /** When the first of all that wait comes due, or came, before this claim; `undefined` when none waits. */
  readonly due_at: number | undefined;
}

export interface Asked {
  readonly now: number;
  readonly lease_token: string;
  readonly lease_expires_at: number;
  readonly limit: number;
  /** What is in flight of each webhook, and how much more may be; by webhook id. */
  readonly load_of: Readonly<Record<number, { readonly in_flight: number; readonly free: number }>>;
  /** How much every other webhook may have. */
  readonly free_of_others: number;
  /**
   * Of `limit`, what goes only to webhooks that have nothing in flight, one each: a few that are slow
   * and always have more to send would hold everything otherwise.
   */
  readonly reserved_for_idle: number;
  /** Nothing is in flight. */
  readonly is_idle: boolean;
  /** A delivery that has to go alone may have its turn. */
  readonly may_start_quarantined: boolean;
}

/** Rows of disabled and deleted webhooks that one claim settles at most. */
const MAX_CANCELED = 500;

/**
 * Leases due deliveries, webhook by webhook, so that one with many due rows does not stand in the way
 * of the others. Raises `claims`. What is due for a webhook that is disabled or gone is canceled.
 */
export async function claimDue(db: Db, asked: Asked): Promise<Claim> {
  const suspect = asked.may_start_quarantined ? await dueSuspect(db, asked.now) : undefined;
  if (suspect !== undefined) {
    const claimed = asked.is_idle ? await leaseOne(db, { ...leaseOf(asked), id: suspect }) : [];
    return { is_quarantined: true, claimed, due_at: asked.now };
  }
  const waiting = await heads(db, {});
  const { works, ends } = webhooksWithDue(waiting, asked);
  const claimed = isPostgres(db)
    ? await claimInOneStatement(db, {
        ...asked,
        shared: asked.limit - asked.reserved_for_idle,
        from: works,
      })
    : await claimWebhookByWebhook(db, works, asked);
  await cancelDue(db, ends, asked.now);
  return { claimed, is_quarantined: false, due_at: firstOf(waiting) };
}

const leaseOf = ({ lease_token, lease_expires_at }: Asked) => ({ lease_token, lease_expires_at });

/** One webhook after the other: a statement costs SQLite next to nothing. */
async function claimWebhookByWebhook(
  db: Db,
  works: readonly Waiting[],
  asked: Asked,
): Promise<readonly Claimed[]> {
  const claimed: Claimed[] = [];
  for (const { webhook_id, free, is_idle } of works) {
    const left = asked.limit - claimed.length;
    if (left <= 0) break;
    const shared = left - asked.reserved_for_idle;
    const limit = Math.min(free, is_idle === 1 ? Math.max(1, shared) : shared);
    if (limit <= 0) continue;
    const due = { webhook_id, now: asked.now, limit };
    claimed.push(...(await leaseDue(db, { ...leaseOf(asked), ...due })));
  }
  return claimed;
}

async function dueSuspect(db: Db, now: number): Promise<number | undefined> {
  const [row] = await suspects(db, { now });
  return row?.id;
}

const suspects = compiledOnce((db, p: { readonly now: number }) =>
  forTaking(
    db,
    db
      .selectFrom("delivery")
      .select("id")
      .where("state", "=", sql.lit("queued"))
      .where("lost_workers", ">=", sql.lit(QUARANTINE_AFTER_LOST_WORKERS))
      .where("next_attempt_at", "<=", p.now)
      .orderBy("next_attempt_at")
      .limit(sql.lit(1)),
  ),
);

interface Due {
  readonly webhook_id: number;
  readonly now: number;
  readonly limit: number;
}

function dueOf(db: Db, { webhook_id, now, limit }: Due) {
  return forTaking(
    db,
    db
      .selectFrom("delivery")
      .select("id")
      .where("state", "=", sql.lit("queued"))
      // SQLite plans a statement anew for each number that its planner looks at, unless it is cast.
      .where("webhook_id", "=", whole(webhook_id))
      .where("next_attempt_at", "<=", now)
      .where("lost_workers", "<", sql.lit(QUARANTINE_AFTER_LOST_WORKERS))
      .orderBy("next_attempt_at")
      .orderBy("id")
      .limit(whole(limit)),
  );
}

interface Lease {
  readonly lease_token: string;
  readonly lease_expires_at: number;
}

const leaseDue = compiledOnce((db, p: Lease & Due) =>
  leased(db, p).where("id", "in", dueOf(db, p)).returning(CLAIMED_COLUMNS),
);

const leaseOne = compiledOnce((db, p: Lease & { readonly id: number }) =>
  leased(db, p).where("id", "=", p.id).returning(CLAIMED_COLUMNS),
);

function leased(db: Db, { lease_token, lease_expires_at }: Placeholders<Lease>) {
  return db.updateTable("delivery").set((old) => ({
    state: sql.lit("delivering"),
    next_attempt_at: null,
    lease_token,
    lease_expires_at,
    claims: old("claims", "+", sql.lit(1)),
  }));
}

/** At most {@link MAX_CANCELED} in all: it is not what deliveries that can go out should wait for. */
async function cancelDue(db: Db, ends: readonly Head[], now: number): Promise<void> {
  let left = MAX_CANCELED;
  for (const { webhook_id, enabled } of ends) {
    if (left <= 0) return;
    const reason = enabled === null ? "webhook_deleted" : "webhook_disabled";
    const canceled = await db
      .updateTable("delivery")
      .set({ state: "canceled", reason, next_attempt_at: null, finished_at: now })
      .where("id", "in", dueOf(db, { webhook_id, now, limit: left }))
      .returning(DELIVERY_EVENT_COLUMNS)
      .execute();
    await recordDeliveryEvents(db, canceled, now);
    left -= canceled.length;
  }
}

export interface Head {
  readonly webhook_id: number;
  /** When its first row comes due. */
  readonly due_at: number;
  /** `null` when the webhook was deleted. */
  readonly enabled: Flag | null;
}

/**
 * Every webhook with a queued row, and when its first one comes due: one index probe a webhook,
 * whatever the number of rows. No index over due times alone is kept, since each post would pay for it.
 */
const heads = compiledOnce<object, Head>((db) => ({ compile: () => HEADS.compile(db) }));

export const HEADS = sql<Head>`
  with recursive waiting(webhook_id) as (
    select min(webhook_id) from delivery where state = 'queued'
    union all
    select (select min(webhook_id) from delivery
      where state = 'queued' and webhook_id > waiting.webhook_id)
    from waiting where waiting.webhook_id is not null
  )
  select waiting.webhook_id, (select min(next_attempt_at) from delivery
    where state = 'queued' and delivery.webhook_id = waiting.webhook_id) as due_at,
    (select enabled from webhook where webhook.id = waiting.webhook_id) as enabled
  from waiting where waiting.webhook_id is not null`;

/**
 * Who has something due: those that may have more in flight, who has least of it first and of them the
 * longest waiting; and those that are disabled or deleted.
 */
function webhooksWithDue(
  rows: readonly Head[],
  { now, load_of, free_of_others, limit }: Asked,
): { readonly works: readonly Waiting[]; readonly ends: readonly Head[] } {
  const due = rows.filter((head) => head.due_at <= now).toSorted((a, b) => a.due_at - b.due_at);
  const inFlight = (head: Head) => load_of[head.webhook_id]?.in_flight ?? 0;
  const works = due
    .filter(({ enabled }) => enabled === 1)
    .toSorted((a, b) => inFlight(a) - inFlight(b))
    .map((head) => ({
      webhook_id: head.webhook_id,
      free: load_of[head.webhook_id]?.free ?? free_of_others,
      is_idle: inFlight(head) === 0 ? (1 as const) : (0 as const),
    }))
    .filter(({ free }) => free > 0)
    // Each has one at least.
    .slice(0, limit);
  return { works, ends: due.filter(({ enabled }) => enabled !== 1) };
}

/** When the next delivery comes due; `undefined` when none waits. */
export async function nextDueAt(
  db: Db,
  { but_of = [] }: { /** Webhooks to leave out. */ readonly but_of?: readonly number[] },
): Promise<number | undefined> {
  const leftOut = new Set(but_of);
  return firstOf((await heads(db, {})).filter(({ webhook_id }) => !leftOut.has(webhook_id)));
}

export const firstOf = (some: readonly Head[]): number | undefined =>
  some.length === 0 ? undefined : Math.min(...some.map((head) => head.due_at));

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
