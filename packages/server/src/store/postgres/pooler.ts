/**
 * Recognizes a connection pooler in transaction mode, such as PgBouncer with pool_mode=transaction. Through it
 * LISTEN and session locks, by which processes share work, do not work.
 */
import type pg from "pg";

/** PgBouncer 1.18 and older refuse parameters of a session that they do not know. */
const UNKNOWN_PARAMETER = /unsupported startup parameter: (\w+)/;
/** How PgBouncer refuses a transaction in statement mode. */
const STATEMENT_MODE = /statement pooling mode/;

const REMEDY =
  "Set INTRAY_DATABASE_URL to PostgreSQL itself, or to a pooler in session mode (pool_mode=session).";

/** What an operator has to know about a pooler in transaction mode. */
export const POOLER_PROBLEM = {
  message:
    "INTRAY_DATABASE_URL leads to a connection pooler in transaction or statement mode, such as PgBouncer with pool_mode=transaction. LISTEN and session locks do not work through it.",
  hint: REMEDY,
} as const;

/** @throws Error with a sentence for the operator, if a pooler in transaction mode is recognized. */
export async function refuseTransactionPooler(pool: pg.Pool): Promise<void> {
  if (!(await isTransactionPooler(pool))) return;
  const { message, hint } = POOLER_PROBLEM;
  throw new Error(`${message} ${hint} Nothing was changed.`);
}

/** What to do about an error of the first connection that only a pooler gives; `undefined` for other errors. */
export function poolerAdvice(error: string): string | undefined {
  const [, parameter] = UNKNOWN_PARAMETER.exec(error) ?? [];
  if (parameter === undefined) return undefined;
  return `${REMEDY} PgBouncer needs ignore_startup_parameters=statement_timeout,idle_in_transaction_session_timeout in session mode.`;
}

/**
 * Whether statements of one connection run in different sessions of PostgreSQL, or two connections in the same
 * one. Neither is possible without a pooler, nor with one in session mode, so the answer `true` is certain.
 * Two open transactions occupy sessions meanwhile, so that a pooler which is not busy has to use another one.
 *
 * @returns false also if it cannot be found out, because a connection fails.
 */
export async function isTransactionPooler(pool: pg.Pool): Promise<boolean> {
  const open: pg.PoolClient[] = [];
  const connect = async () => {
    const client = await pool.connect();
    open.push(client);
    return client;
  };
  try {
    const first = await connect();
    const before = await sessionOf(first);
    for (const holder of [await connect(), await connect()]) {
      await holder.query("begin");
      if (await isSame(holder, before)) {
        await holder.query("rollback");
        // If `first` had lost its connection, a pooler in session mode could have given its session to another.
        await sessionOf(first);
        return true;
      }
      if ((await sessionOf(first)).pid !== before.pid) return true;
    }
    return false;
  } catch (error) {
    return error instanceof Error && STATEMENT_MODE.test(error.message);
  } finally {
    // PostgreSQL may permit a few connections only, so none of these stays open.
    for (const client of open) client.release(true);
  }
}

interface Session {
  readonly pid: number;
  /** When the session began, with microseconds: another server may have a process of the same number. */
  readonly since: string | null;
}

async function sessionOf(client: pg.PoolClient): Promise<Session> {
  const { rows } = await client.query<Session>(
    `select pg_backend_pid() as pid, (
       select backend_start::text from pg_stat_get_activity(pg_backend_pid())) as since`,
  );
  const [session] = rows;
  if (session === undefined) throw new Error("The statement returned no row.");
  return session;
}

async function isSame(client: pg.PoolClient, { pid, since }: Session): Promise<boolean> {
  const session = await sessionOf(client);
  return session.pid === pid && since !== null && session.since === since;
}
