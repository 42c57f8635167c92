/**
 * Tells which server processes are alive. Each holds an advisory session lock with its own number, and its
 * lease tokens begin with that number. PostgreSQL releases the lock when the connection ends.
 */
import { sql } from "kysely";

/** The first half of the lock's key; the process's number is the second. */
export const OWNER_LOCKS = 1_229_869_641;

/** The prefix of the lease tokens of a process. */
export const ownerMark = (owner: number) => `${owner}.`;

/** For a leased row of `delivery`: true if the process that leased it is dead. */
export const holderIsDead = sql<boolean>`coalesce(
  pg_try_advisory_xact_lock(
    ${sql.lit(OWNER_LOCKS)},
    substring(lease_token from '^([0-9]{1,9})[.]')::integer
  ), false)`;
