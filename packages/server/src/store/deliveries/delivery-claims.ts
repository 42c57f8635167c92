/** Claims: lease due deliveries to a process. Lost leases are recovered in delivery-leases.ts. */
import { sql, type Selectable } from "kysely";
import { QUARANTINE_AFTER_LOST_WORKERS } from "../../domain/delivery/delivery.ts";
import { disabledReason } from "../../domain/delivery/destination.ts";
import { DELETED_REASON } from "../destinations/kinds-in-sql.ts";
import { cancelDueOf, type Due, dueOf } from "./canceled-deliveries.ts";
import { compileOnce } from "../engine/compiled.ts";
import { forTaking, isPostgres, givenRows } from "../engine/dialect.ts";
import type { Waiting, QueueLimits, DestinationQueue } from "./destination-queues.ts";
import { earliestDue, destinationQueues, destinationsWithDue } from "./destination-queues.ts";
import type { Placeholders } from "../engine/prepared.ts";
import type { Db, Schema } from "../engine/schema.ts";

export const CLAIMED_COLUMNS = [
  "delivery.id",
  "delivery.submission_id",
  "delivery.webhook_id as destination_id",
  "delivery.attempts_made",
  "delivery.claims",
  "delivery.trigger",
  "delivery.created_at",
] as const;

export type ClaimedDelivery = Pick<
  Selectable<Schema["delivery"]>,
  "id" | "submission_id" | "attempts_made" | "claims" | "trigger" | "created_at"
> & { readonly destination_id: number };

export interface ClaimResult {
  readonly claimed: readonly ClaimedDelivery[];
  /**
   * A quarantined delivery is due. It is claimed without any other one, or nothing is claimed while
   * other deliveries are in flight.
   */
  readonly isQuarantined: boolean;
  /** When the earliest queued delivery is or was due, before this claim; `undefined` if none is queued. */
  readonly due_at: number | undefined;
}

export interface ClaimRequest extends QueueLimits {
  readonly lease_token: string;
  readonly lease_expires_at: number;
  readonly limit: number;
  /**
   * How many of `limit` are reserved for destinations with nothing in flight, one each: otherwise
   * a few slow destinations with a long queue would occupy every slot.
   */
  readonly reservedForIdle: number;
  /** This process has nothing in flight. */
  readonly is_idle: boolean;
  readonly may_start_quarantined: boolean;
}

/** One claim cancels at most this many deliveries of disabled and deleted destinations. */
const MAX_CANCELED = 500;

/**
 * Leases due deliveries, destination by destination, so that one with many due rows does not delay the
 * others. Raises `claims`. Due deliveries of a disabled or deleted destination are canceled.
 */
export async function claimDue(db: Db, request: ClaimRequest): Promise<ClaimResult> {
  const quarantined = request.may_start_quarantined
    ? await dueQuarantined(db, request.now)
    : undefined;
  if (quarantined !== undefined) {
    const claimed = request.is_idle
      ? await leaseOne(db, { ...leaseOf(request), id: quarantined })
      : [];
    return { isQuarantined: true, claimed, due_at: request.now };
  }
  const queues = await destinationQueues(db, {});
  const { claimable, cancelable } = await destinationsWithDue(db, queues, request);
  const claimed = isPostgres(db)
    ? await claimInOneStatement(db, {
        ...request,
        shared: request.limit - request.reservedForIdle,
        from: claimable,
      })
    : await claimOneByOne(db, claimable, request);
  await cancelDue(db, cancelable, request.now);
  return { claimed, isQuarantined: false, due_at: earliestDue(queues) };
}

const leaseOf = ({ lease_token, lease_expires_at }: ClaimRequest) => ({
  lease_token,
  lease_expires_at,
});

/** One statement a destination, since a statement is cheap on SQLite. */
async function claimOneByOne(db: Db, claimable: readonly Waiting[], request: ClaimRequest) {
  const claimed: ClaimedDelivery[] = [];
  for (const { destination_id, free, is_idle } of claimable) {
    const left = request.limit - claimed.length;
    if (left <= 0) break;
    const shared = left - request.reservedForIdle;
    const limit = Math.min(free, is_idle === 1 ? Math.max(1, shared) : shared);
    if (limit <= 0) continue;
    const due = { destination_id, now: request.now, limit };
    claimed.push(...(await leaseDue(db, { ...leaseOf(request), ...due })));
  }
  return claimed;
}

const CLAIMED = CLAIMED_COLUMNS.map((column) => {
  const [named = column, alias] = column.split(" as ");
  return alias === undefined ? sql.ref(named) : sql`${sql.ref(named)} as ${sql.ref(alias)}`;
});
const NAMES = CLAIMED_COLUMNS.map((column) => sql.ref(column.replace(/^.*(?:\.| as )/, "")));

interface ClaimInOneStatementArgs {
  readonly from: readonly Waiting[];
  readonly now: number;
  readonly lease_token: string;
  readonly lease_expires_at: number;
  readonly limit: number;
  readonly shared: number;
}

/**
 * Saves PostgreSQL a round trip for each destination. Leases due deliveries in the order of `from`: up to `free` of each destination until `shared` are leased,
 * then one of each idle destination up to `limit`. Rows that another process is claiming are skipped.
 */
async function claimInOneStatement(
  db: Db,
  { from, now, lease_token, lease_expires_at, limit, shared }: ClaimInOneStatementArgs,
): Promise<readonly ClaimedDelivery[]> {
  if (from.length === 0) return [];
  const given = givenRows(
    db,
    { position: "bigint", destination_id: "bigint", free: "bigint", is_idle: "bigint" },
    from.map((destination, position) => ({ position, ...destination })),
  );
  const due = sql`state = 'queued' and webhook_id = given.destination_id
    and next_attempt_at <= ${now} and lost_workers < ${sql.lit(QUARANTINE_AFTER_LOST_WORKERS)}`;
  const { rows } = await sql<ClaimedDelivery>`
    with waiting as (
      select given.*, due.n, sum(due.n) over (order by position) - due.n as before
      from ${given}
      cross join lateral (
        select count(*) as n from (select from delivery where ${due} limit given.free) as first
      ) as due
    ), given as (
      select position, destination_id,
        greatest(least(n, ${shared} - before), case when n > 0 then is_idle else 0 end) as quota
      from waiting
    ), taken as (
      select found.id, position, next_attempt_at
      from (select * from given where quota > 0 order by position) as given
      cross join lateral (
        select id, next_attempt_at from delivery where ${due}
        order by next_attempt_at, id limit given.quota for no key update skip locked
      ) as found
      limit ${limit}
    ), leased as (
      update delivery set
        state = 'delivering', next_attempt_at = null, claims = claims + 1,
        lease_token = ${lease_token}, lease_expires_at = ${lease_expires_at}
      from taken where delivery.id = taken.id
      returning ${sql.join(CLAIMED)}, position, taken.next_attempt_at
    )
    select ${sql.join(NAMES)} from leased order by position, next_attempt_at, id`.execute(db);
  return rows;
}

/** The id of the quarantined delivery that has been due longest. */
async function dueQuarantined(db: Db, now: number): Promise<number | undefined> {
  const [row] = await quarantinedDeliveries(db, { now });
  return row?.id;
}

const quarantinedDeliveries = compileOnce((db, p: { readonly now: number }) =>
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

type Lease = { readonly lease_token: string; readonly lease_expires_at: number };

const leaseDue = compileOnce((db, p: Lease & Due) =>
  leased(db, p).where("id", "in", dueOf(db, p)).returning(CLAIMED_COLUMNS),
);

const leaseOne = compileOnce((db, p: Lease & { readonly id: number }) =>
  leased(db, p).where("id", "=", p.id).returning(CLAIMED_COLUMNS),
);

const leased = (db: Db, { lease_token, lease_expires_at }: Placeholders<Lease>) =>
  db.updateTable("delivery").set((old) => ({
    state: sql.lit("delivering"),
    next_attempt_at: null,
    lease_token,
    lease_expires_at,
    claims: old("claims", "+", sql.lit(1)),
  }));

/** Cancels at most {@link MAX_CANCELED} in all, since deliveries that can be sent wait for it. */
async function cancelDue(db: Db, cancelable: readonly DestinationQueue[], now: number) {
  let left = MAX_CANCELED;
  for (const { destination_id, kind, disabled_reason } of cancelable) {
    if (left <= 0) return;
    const reason = kind === null ? DELETED_REASON : disabledReason({ kind, disabled_reason });
    left -= await cancelDueOf(db, { destination_id, dueBefore: now, reason, now, limit: left });
  }
}

/**
 * Queues claimed deliveries again that were not attempted, and takes back the claim that was counted.
 *
 * @param ids All deliveries of the claim if it is not given.
 */
export async function releaseClaims(
  db: Db,
  {
    ids,
    lease_token,
    now,
  }: { readonly ids?: readonly number[]; readonly lease_token: string; readonly now: number },
): Promise<void> {
  await db
    .updateTable("delivery")
    .set((old) => ({
      state: "queued",
      next_attempt_at: now,
      lease_token: null,
      lease_expires_at: null,
      claims: old("claims", "-", 1),
    }))
    .$if(ids !== undefined, (query) => query.where("id", "in", [...(ids ?? [])]))
    // Both databases have an index of the deliveries in this state.
    .where("state", "=", sql.lit("delivering"))
    .where("lease_token", "=", lease_token)
    .execute();
}
