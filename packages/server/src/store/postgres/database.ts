/** Opens the connection pools of PostgreSQL, and sets how values are read. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Log } from "../../platform/log.ts";
import type { Schema } from "../engine/schema.ts";
import { REFUSES_WRITES } from "./errors.ts";
import { OWNER_LOCKS } from "./presence.ts";
import { poolerAdvice } from "./pooler.ts";
import { type Primary, primaryOf } from "./primary.ts";

export type OpenPostgres = Awaited<ReturnType<typeof openPostgres>>;

const MAX_CONNECTIONS = 10;
/** One per batch of posts in flight. */
const MAX_INTAKE_CONNECTIONS = 2;
const CONNECT_TIMEOUT_MS = 5_000;
/** No statement of Intray takes this long unless it is stuck. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Ends an abandoned transaction, which would keep its locks. */
const IDLE_TIMEOUT_MS = 10_000;
/** A server that is gone without a sign is noticed some ten seconds later. */
const KEEP_ALIVE_MS = 10_000;
const MIN_VERSION = 14;

/** bigint and numeric: ids and sums stay far below 2^53. */
const NUMBERS: ReadonlySet<number> = new Set([20, 1700]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    NUMBERS.has(oid) && format !== "binary" ? Number : pg.types.getTypeParser(oid, format),
};

export const connectionSettings = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: "intray",
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  types,
});

/**
 * @param at A URL, which may name several servers, or the primary that the connections lead to.
 * @param onLost Called when an idle connection breaks; the pool opens another when one is needed.
 * @throws Error with a sentence for the person who starts the server.
 */
export async function openPostgres(at: string | Primary, onLost: (error: Error) => void) {
  const { url, Client } = typeof at === "string" ? primaryOf(at) : at;
  const pool = new pg.Pool({
    ...connectionSettings(url),
    Client,
    max: MAX_CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
  });
  surviveFaults(pool, onLost);
  try {
    await requireVersion(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    /** The connections that `db` uses, for prepared statements. */
    pool,
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
  };
}

/**
 * Opens connections for the statements of intake, which are planned once per connection. Sequential scans are
 * disabled: a plan made while a table was one page would scan it until the table is analyzed.
 */
export function openIntakePool(at: string | Primary, onLost: (error: Error) => void): pg.Pool {
  const { url, Client } = typeof at === "string" ? primaryOf(at) : at;
  const pool = new pg.Pool({
    ...connectionSettings(url),
    Client,
    max: MAX_INTAKE_CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    // Runs before the connection is used; if it fails, the request for a connection fails.
    onConnect: async (client) => {
      await client.query("set enable_seqscan = off");
    },
  });
  surviveFaults(pool, onLost);
  return pool;
}

/** Those of the two pools, and one that listens. */
const PROCESS_CONNECTIONS = MAX_CONNECTIONS + MAX_INTAKE_CONNECTIONS + 1;
/** A migration needs two. */
const MIN_CONNECTIONS = 2;

/**
 * Warns if PostgreSQL permits fewer connections than this process and the servers that run already may open. Then
 * this process opens at most half of what is permitted, and leaves the rest to a second one.
 */
export async function fitConnections(
  pool: pg.Pool,
  intakePool: pg.Pool,
  log: Pick<Log, "warn">,
): Promise<void> {
  const { rows } = await pool.query<{
    role: string;
    of_role: number;
    of_all: number;
    others: number;
  }>(
    `select rolname as role, rolconnlimit as of_role,
       current_setting('max_connections')::integer
         - current_setting('superuser_reserved_connections')::integer as of_all,
       (select count(*) from pg_locks where locktype = 'advisory' and classid = $1 and database =
         (select oid from pg_database where datname = current_database())) as others
     from pg_roles where rolname = current_user`,
    [OWNER_LOCKS],
  );
  const [found] = rows;
  if (found === undefined) return;
  const { role, of_role, of_all, others } = found;
  const isOfRole = of_role >= 0 && of_role < of_all;
  const permitted = isOfRole ? of_role : of_all;
  const needed = (others + 1) * PROCESS_CONNECTIONS;
  if (permitted >= needed) return;
  const share = Math.floor(permitted / 2) - 2;
  pool.options.max = Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, share));
  intakePool.options.max = 1;
  log.warn(
    { permitted, needed, servers: others + 1 },
    `PostgreSQL permits ${permitted} connections, and the servers on this database (${others + 1}) may open ${needed}, ${PROCESS_CONNECTIONS} each, so posts may get 503 under load. ${isOfRole ? `Raise the limit: alter role "${role}" connection limit ${needed}.` : "Raise max_connections in postgresql.conf."}`,
  );
}

function surviveFaults(pool: pg.Pool, onLost: (error: Error) => void): void {
  pool.on("error", onLost);
  const onStandby = new WeakSet<pg.PoolClient>();
  pool.on("connect", (client) => {
    // A connection in use may break between two statements of a transaction; the next statement rejects.
    // Without a listener the event would end the process.
    client.on("error", () => undefined);
    client.connection.on("errorMessage", ({ code }: { readonly code?: string }) => {
      if (code === REFUSES_WRITES) onStandby.add(client);
    });
  });
  // After a failover the name of the server leads to the new primary; an open connection never does.
  pool.on("release", (_, client) => {
    if (onStandby.has(client)) void client.end();
  });
}

async function requireVersion(pool: pg.Pool): Promise<void> {
  let version: number;
  try {
    const { rows } = await pool.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    version = Math.floor(Number(rows[0]?.version) / 10_000);
  } catch (cause) {
    const detail = cause instanceof Error && cause.message !== "" ? cause.message : String(cause);
    const advice =
      poolerAdvice(detail) ?? "Check INTRAY_DATABASE_URL and that the database is running.";
    throw new Error(`PostgreSQL cannot be reached (${detail}). ${advice}`, { cause });
  }
  if (version < MIN_VERSION) {
    throw new Error(
      `PostgreSQL ${version} is too old. Set INTRAY_DATABASE_URL to a server of version ${MIN_VERSION} or newer.`,
    );
  }
}
