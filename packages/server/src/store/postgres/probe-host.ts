/** Asks a server of PostgreSQL whether it is the primary, by a connection of its own. */
import pg from "pg";
import { codeOf } from "../../domain/outage.ts";
import type { HostAnswer } from "./choose-primary.ts";

/** For the connection and for the answer, each. */
const PROBE_TIMEOUT_MS = 2_000;

/** Whether a commit waits until a standby has it too. */
export const WAITS_FOR_STANDBY = `
current_setting('synchronous_standby_names') <> ''
  and current_setting('synchronous_commit') not in ('off', 'local')`;

/** The first eight digits of the name of a write-ahead log file are its timeline. */
const QUESTION = `
select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only,
  case when pg_is_in_recovery() then 0
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  end as timeline,
  ${WAITS_FOR_STANDBY} as synchronous`;

interface Row {
  readonly read_only: boolean;
  readonly timeline: number;
  readonly synchronous: boolean;
}

/** @param url Of one server. Never rejects. */
export async function probeHost(url: string): Promise<HostAnswer> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "intray",
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Row>(QUESTION);
    const [row] = rows;
    if (row === undefined) throw new Error("no answer");
    return row.read_only
      ? { kind: "read_only" }
      : { kind: "primary", timeline: row.timeline, isSynchronous: row.synchronous };
  } catch (error) {
    // It may never answer the end of a connection, and so keep this process from ending.
    client.connection.stream.destroy();
    const reason = error instanceof Error && error.message !== "" ? error.message : codeOf(error);
    return { kind: "failed", reason, isSilent: /timeout/i.test(reason) };
  } finally {
    client.end().catch(() => undefined);
  }
}
