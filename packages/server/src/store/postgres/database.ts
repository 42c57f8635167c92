/** Opens PostgreSQL: a pool of connections, and how its values are read. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Schema } from "../engine/schema.ts";

export interface OpenPostgres {
  readonly db: Kysely<Schema>;
  /** The connections under `db`, for statements that are prepared once. */
  readonly pool: pg.Pool;
}

const MAX_CONNECTIONS = 10;
/** As many batches may be under way. */
const MAX_INTAKE_CONNECTIONS = 2;
const CONNECT_TIMEOUT_MS = 5_000;
/** No statement of ours takes so long; one that does is stuck. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A transaction that nobody goes on with holds its locks no longer than this. */
const IDLE_TIMEOUT_MS = 10_000;
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
  types,
});

/**
 * @param onLost A connection that was at rest broke; the pool opens another when one is needed.
 * @throws Error with a sentence for the person who starts the server.
 */
export async function openPostgres(
  url: string,
  onLost: (error: Error) => void,
): Promise<OpenPostgres> {
  const pool = new pg.Pool({
    ...connectionSettings(url),
    max: MAX_CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
  });
  pool.on("error", onLost);
  // One that is lent out may break between two statements of a transaction; the next one rejects, and
  // says so. Unheard, the event would end the process.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  try {
    await requireVersion(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { pool, db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }) };
}

/**
 * Connections for statements that are planned once and run on while the tables grow: a plan that was made
 * when a table was a page large would read all of it, until it is analysed again. Theirs do not.
 */
export function openIntakePool(url: string, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...connectionSettings(url),
    max: MAX_INTAKE_CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    // Before anybody has the connection; where it fails, so does whoever waits for one.
    onConnect: async (client) => {
      await client.query("set enable_seqscan = off");
    },
  });
  pool.on("error", onLost);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
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
    throw new Error(
      `PostgreSQL cannot be reached (${detail}). Check INTRAY_DATABASE_URL, and that the database runs.`,
      { cause },
    );
  }
  if (version < MIN_VERSION) {
    throw new Error(
      `PostgreSQL ${version} is too old; Intray needs ${MIN_VERSION} or newer behind INTRAY_DATABASE_URL.`,
    );
  }
}
