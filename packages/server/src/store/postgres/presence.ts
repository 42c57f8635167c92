/**
 * Which server processes live: each holds a session lock under a number of its own, and the leases that
 * it takes bear that number. PostgreSQL frees the lock the moment the connection is gone.
 */
import { sql } from "kysely";

/** The first half of the lock's key; the owner's number is the second. */
export const OWNER_LOCKS = 1_229_869_641;

/** What a lease token begins with: whose it is. */
export const ownerMark = (owner: number) => `${owner}.`;

/** Of a row of `delivery` that is leased: the lock of its owner is free. */
export const holderIsDead = sql<boolean>`coalesce(
  pg_try_advisory_xact_lock(
    ${sql.lit(OWNER_LOCKS)},
    substring(lease_token from '^([0-9]{1,9})[.]')::integer
  ), false)`;
