/** Claims the due deliveries of all destinations by one statement, which saves a round trip per destination. */
import { sql } from "kysely";
import { QUARANTINE_AFTER_LOST_WORKERS } from "../../domain/delivery/delivery.ts";
import { CLAIMED_COLUMNS, type ClaimedDelivery } from "../deliveries/claimed-delivery.ts";
import { givenRows } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";

const CLAIMED = CLAIMED_COLUMNS.map((column) => {
  const [named = column, alias] = column.split(" as ");
  return alias === undefined ? sql.ref(named) : sql`${sql.ref(named)} as ${sql.ref(alias)}`;
});
const NAMES = CLAIMED_COLUMNS.map((column) => sql.ref(column.replace(/^.*(?:\.| as )/, "")));

/** A destination with due deliveries. */
export interface Waiting {
  readonly destination_id: number;
  /** How many more of its deliveries may be open; at least one. */
  readonly free: number;
  /** 1 if none of its deliveries is open. */
  readonly is_idle: 0 | 1;
}

/**
 * Leases due deliveries in the order of `from`: up to `free` of each destination until `shared` are leased,
 * then one of each idle destination up to `limit`. Rows that another process is claiming are skipped.
 */
export async function claimInOneStatement(
  db: Db,
  {
    from,
    now,
    lease_token,
    lease_expires_at,
    limit,
    shared,
  }: {
    readonly from: readonly Waiting[];
    readonly now: number;
    readonly lease_token: string;
    readonly lease_expires_at: number;
    readonly limit: number;
    readonly shared: number;
  },
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
