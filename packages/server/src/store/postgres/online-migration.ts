/**
 * Migrates PostgreSQL while other processes use it. A statement may take hours, but waits for a lock only
 * briefly, since every later query of that table waits behind it; then the transaction is tried again.
 */
import { type Kysely, sql } from "kysely";
import { type Clock, msBetween, systemClock } from "../../platform/clock.ts";
import { createIndex, type NamedMigration, type OnlineIndex } from "../engine/migration.ts";

/** Receives each step with its details; a log, or what a command prints. */
export type MigrationLog = Readonly<
  Record<"info" | "warn", (details: object, message: string) => void>
>;

export interface MigrateOptions {
  /** By default the steps are not logged. */
  readonly log?: MigrationLog;
  readonly clock?: Clock;
  readonly limits?: Partial<MigrationLimits>;
}

/** In milliseconds. */
interface MigrationLimits {
  /** How long a migration waits for locks that other sessions hold. */
  readonly maxWaitMs: number;
  /** How long a single try waits for one. */
  readonly lockTimeoutMs: number;
  /** How often PostgreSQL checks that this process is still connected while it runs a statement. */
  readonly connectionCheckMs: number;
}

const LIMITS: MigrationLimits = {
  maxWaitMs: 5 * 60_000,
  lockTimeoutMs: 1_000,
  connectionCheckMs: 2_000,
};
/** Lets the queries run that waited behind the migration. */
const RETRY_AFTER_MS = 1_000;
/** Between two checks whether another process has finished its migrations. */
const CHECK_EVERY_MS = 500;
/** Between two log lines of the same wait or the same index. */
const LOG_EVERY_MS = 10_000;
/** That of Kysely's migrator, which version 0.1.0 uses. */
const LOCK = sql.lit(BigInt("3853314791062309107"));

export const SILENT: MigrationLog = { info: () => undefined, warn: () => undefined };

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

/** A connection that holds the lock for migrations and has their time limits. */
export interface MigrationSession<Schema> {
  readonly connection: Kysely<Schema>;
  readonly log: MigrationLog;
  readonly clock: Clock;
  readonly limits: MigrationLimits;
  /** Other connections, to watch this one. */
  readonly others: Kysely<Schema>;
}

/** Calls `work` once no other process migrates the database. Waiting is logged. */
export const inMigrationSession = <Schema, T>(
  others: Kysely<Schema>,
  { log = SILENT, clock = systemClock, ...options }: MigrateOptions,
  work: (session: MigrationSession<Schema>) => Promise<T>,
): Promise<T> =>
  others.connection().execute(async (connection) => {
    const limits = { ...LIMITS, ...options.limits };
    const session = { connection, log, clock, limits, others };
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set idle_in_transaction_session_timeout = 0`.execute(connection);
    await setLockTimeout(session, limits.lockTimeoutMs);
    // If this process is killed, its statement ends too. Not every operating system supports it.
    await sql`set client_connection_check_interval = ${sql.lit(limits.connectionCheckMs)}`
      .execute(connection)
      .catch(() => undefined);
    try {
      await acquireLock(session);
      return await work(session);
    } finally {
      // They fail if the connection is lost, which ends the session anyway.
      const reset = ["statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout"];
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection).catch(() => undefined);
      for (const name of [...reset, "client_connection_check_interval"]) {
        await sql`reset ${sql.raw(name)}`.execute(connection).catch(() => undefined);
      }
    }
  });

/**
 * Polls, because an index that another process builds would wait for a statement that waits for the lock.
 */
async function acquireLock<Schema>({ connection, clock, log }: MigrationSession<Schema>) {
  let loggedAt: ReturnType<Clock["monotonic"]> | undefined;
  for (;;) {
    const { rows } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_lock(${LOCK}) as is_free`.execute(connection);
    if (rows[0]?.is_free === true) return;
    if (loggedAt === undefined || msBetween(loggedAt, clock.monotonic()) >= LOG_EVERY_MS) {
      log.info({}, "Another process migrates the database. Waiting until it has finished.");
      loggedAt = clock.monotonic();
    }
    await pause(clock, CHECK_EVERY_MS);
  }
}

const pause = (clock: Clock, ms: number) =>
  new Promise<void>((resolve) => void clock.after(ms, resolve));

async function setLockTimeout<Schema>({ connection }: MigrationSession<Schema>, ms: number) {
  await sql`set lock_timeout = ${sql.lit(ms)}`.execute(connection);
}

/**
 * Calls `change` in a transaction, again and again while other sessions hold locks on its tables.
 *
 * @throws Error that names the session with the oldest transaction, after `limits.maxWaitMs`.
 */
export async function inTransaction<Schema, T>(
  session: MigrationSession<Schema>,
  change: (transaction: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const { connection, clock, log, limits } = session;
  const startedAt = clock.monotonic();
  let loggedAt: typeof startedAt | undefined;
  for (;;) {
    try {
      return await connection.transaction().execute(change);
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      const waitedMs = msBetween(startedAt, clock.monotonic());
      const blocker = await oldestTransaction(session);
      if (waitedMs >= limits.maxWaitMs) throw lockedError(waitedMs, blocker, error);
      if (loggedAt === undefined || msBetween(loggedAt, clock.monotonic()) >= LOG_EVERY_MS) {
        loggedAt = clock.monotonic();
        log.warn(
          { waited_ms: Math.round(waitedMs) },
          `The migration waits for a lock that another session holds (${blocker}). It is tried again every ${(limits.lockTimeoutMs + RETRY_AFTER_MS) / 1_000} s.`,
        );
      }
      await pause(clock, RETRY_AFTER_MS);
    }
  }
}

const isLockConflict = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);

const lockedError = (waitedMs: number, blocker: string, cause: unknown) =>
  new Error(
    `another session has held a lock for ${Math.round(waitedMs / 1_000)} s (${blocker}); end that session, or wait until it has ended, then start again`,
    { cause },
  );

/** Describes the session whose transaction is the oldest: most likely the one that holds the lock. */
async function oldestTransaction<Schema>({ connection }: MigrationSession<Schema>) {
  const { rows } = await sql<{ text: string }>`
    select format('process %s, %s, %s, its transaction began %s s ago', pid,
      coalesce(nullif(application_name, ''), 'no name'), state,
      extract(epoch from clock_timestamp() - xact_start)::bigint) as text
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`.execute(connection);
  return rows[0]?.text ?? "it has ended meanwhile";
}

/**
 * Builds the index unless it is there. One that an interrupted build has left is invalid, and is built again.
 * The build waits for the transactions that were open before it, but blocks nobody meanwhile.
 */
export async function buildIndex<Schema>(
  session: MigrationSession<Schema>,
  index: OnlineIndex,
): Promise<void> {
  const { connection, log, clock, limits } = session;
  const { name } = index;
  const { rows } = await sql<{ is_valid: boolean }>`
    select indisvalid as is_valid from pg_index
    where indexrelid = to_regclass(${`"${name}"`})`.execute(connection);
  if (rows[0]?.is_valid === true) return;
  const startedAt = clock.monotonic();
  const stopWatching = watchBuild(session, name);
  try {
    await setLockTimeout(session, limits.maxWaitMs);
    if (rows[0] !== undefined) {
      log.warn(
        { index: name },
        `An earlier build of the index ${name} was interrupted. Building it again.`,
      );
      await dropIndex(session, name);
    }
    log.info({ index: name }, `Building the index ${name}. Other processes go on meanwhile.`);
    await sql.raw(createIndex(index, "concurrently")).execute(connection);
  } catch (error) {
    // Otherwise writes would maintain an index that nothing uses. The next start would also remove it.
    await dropIndex(session, name).catch(() => undefined);
    if (!isLockConflict(error)) throw error;
    const waitedMs = msBetween(startedAt, clock.monotonic());
    throw lockedError(waitedMs, await oldestTransaction(session), error);
  } finally {
    stopWatching();
    await setLockTimeout(session, limits.lockTimeoutMs);
  }
  const ms = Math.round(msBetween(startedAt, clock.monotonic()));
  log.info({ index: name, ms }, `The index ${name} is built.`);
}

async function dropIndex<Schema>({ connection }: MigrationSession<Schema>, name: string) {
  await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(connection);
}

/** Logs how far the build is. Returns a function that ends this. */
function watchBuild<Schema>({ others, clock, log }: MigrationSession<Schema>, index: string) {
  let isOver = false;
  let cancel = () => {};
  const logProgress = async () => {
    const { rows } = await sql<{ phase: string; percent: number | null }>`
      select phase, floor(100.0 * blocks_done / nullif(blocks_total, 0))::integer as percent
      from pg_stat_progress_create_index where datname = current_database()`.execute(others);
    const [progress] = rows;
    if (isOver || progress === undefined) return;
    const { phase, percent } = progress;
    log.info(
      { index, phase, percent },
      `Still building the index ${index}: ${phase}${percent === null ? "" : `, ${percent} %`}.`,
    );
  };
  const schedule = () => {
    if (isOver) return;
    // If this connection is lost, so is that of the build, which reports it.
    cancel = clock.after(LOG_EVERY_MS, () => void logProgress().then(schedule, () => undefined));
  };
  schedule();
  return () => {
    isOver = true;
    cancel();
  };
}

/** Migrations that belong into one transaction, and index migrations alone. */
export function inBatches(
  pending: readonly NamedMigration[],
): readonly (readonly NamedMigration[])[] {
  const batches: NamedMigration[][] = [];
  for (const one of pending) {
    const last = batches.at(-1);
    const isJoined =
      last !== undefined && "up" in one.migration && "up" in (last[0]?.migration ?? {});
    if (isJoined) last.push(one);
    else batches.push([one]);
  }
  return batches;
}
