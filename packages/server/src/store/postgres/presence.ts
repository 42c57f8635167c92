/**
 * Tells which server processes are alive. Each holds an advisory session lock with its own number, and its
 * lease tokens begin with that number. PostgreSQL releases the lock when the connection ends, which happens to
 * living processes too: a restart of the database, a failover, an administrator. Therefore a process counts
 * as dead only after its lock has been free for a grace period, and each announces when it has its lock again.
 */
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import { isPostgres } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";

/** The first half of the lock's key; the process's number is the second. */
export const OWNER_LOCKS = 1_229_869_641;

/** The prefix of the lease tokens of a process. */
export const ownerMark = (owner: number) => `${owner}.`;

/** Several times as long as a reconnect takes, and a fraction of a lease. */
export const GRACE_MS = 5_000;

export interface DeadOwners {
  /** The numbers of those whose lock has been free for {@link GRACE_MS}. */
  readonly dead: readonly number[];
  /** Some have a free lock, but not for long enough. */
  readonly isSuspecting: boolean;
}

interface CreatePresenceArgs {
  readonly db: Db;
  readonly owner: number;
  readonly clock: Clock;
  readonly isListening: () => boolean;
}

export function createPresence({ db, owner: self, clock, isListening }: CreatePresenceArgs) {
  const suspects = new Map<number, Suspect>();
  const clear = (owner: number) => {
    suspects.get(owner)?.cancel();
    suspects.delete(owner);
  };
  const forget = () => [...suspects.keys()].forEach(clear);
  return {
    /** Reads which locks are free. Knows of no dead process while this one is itself cut off. */
    async deadOwners() {
      const { rows } = await OWNERS_WITHOUT_LOCK.execute(db);
      if (!isListening()) forget();
      const free = new Set(isListening() ? rows.map(({ owner }) => owner) : []);
      free.delete(self);
      for (const owner of suspects.keys()) if (!free.has(owner)) clear(owner);
      for (const owner of free) if (!suspects.has(owner)) suspects.set(owner, suspect(clock));
      return {
        dead: [...suspects].flatMap(([owner, { isDead }]) => (isDead ? owner : [])),
        isSuspecting: [...suspects.values()].some(({ isDead }) => !isDead),
      };
    },
    returned: clear,
    /** Announcements may have been missed: every grace period starts again. */
    forget,
  };
}

type Suspect = { readonly isDead: boolean; cancel(): void };

function suspect(clock: Clock): Suspect {
  let isDead = false;
  const cancel = clock.after(GRACE_MS, () => {
    isDead = true;
  });
  return {
    get isDead() {
      return isDead;
    },
    cancel,
  };
}

const ownerOfLease = sql<number>`substring(lease_token from '^([0-9]{1,9})[.]')::integer`;

/** The processes that hold leases and whose lock is free. Takes no lock, so it disturbs no other check. */
export const OWNERS_WITHOUT_LOCK = sql<{ readonly owner: number }>`
  select owner from (
    select ${ownerOfLease} as owner from delivery where state = 'delivering'
    union
    select ${ownerOfLease} from lead_score where lease_token is not null
  ) as holder
  where owner is not null and not exists (
    select from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
      and classid = ${sql.lit(OWNER_LOCKS)} and objid = owner
  )`;

export interface LostHolders {
  readonly now: number;
  /** This process has leased nothing yet. */
  readonly isStart: boolean;
  /** The dead processes as `Store.deadOwners` tells them; on PostgreSQL only. */
  readonly deadOwners?: readonly number[];
}

/**
 * For a leased row: true if the process that leased it is one of `deadOwners`, and its lock is still free. Only one
 * process serves a SQLite file, so at its start every lease belongs to a dead process.
 */
export const holderIsDead = (db: Db, { isStart, deadOwners = [] }: LostHolders) =>
  isPostgres(db)
    ? sql<boolean>`coalesce(
        ${ownerOfLease} = any(${deadOwners}::integer[])
        and pg_try_advisory_xact_lock(${sql.lit(OWNER_LOCKS)}, ${ownerOfLease}), false)`
    : sql<boolean>`${sql.lit(isStart ? 1 : 0)}`;
