/** Asks the servers whether they are the primary, and chooses the one to write to. */
import pg from "pg";
import { codeOf } from "../../domain/outage.ts";

export type HostAnswer =
  | {
      readonly kind: "primary";
      /** Grows with each promotion of a standby, so the old primary has a lower one than the new. */
      readonly timeline: number;
      /** A commit waits until a standby has it too. */
      readonly isSynchronous: boolean;
    }
  /** A standby, or a primary that is set to be read-only. */
  | { readonly kind: "read_only" }
  | {
      readonly kind: "failed";
      readonly reason: string;
      readonly code: string;
      readonly isSilent: boolean;
    };

/**
 * Returns the position of the server to write to: of those that accept writes the one with the newest timeline,
 * `current` if it is one of several, else the first. Returns -1 if there is none. A timeline older than `newest`
 * is never chosen: it belongs to an old primary that lacks what its successor has committed.
 *
 * @param newest The newest timeline that has been used so far; 0 at first.
 */
export function choosePrimary(
  answers: readonly HostAnswer[],
  { current, newest }: { readonly current: number; readonly newest: number },
): number {
  const timelines = answers.map((answer) => (answer.kind === "primary" ? answer.timeline : -1));
  const best = Math.max(...timelines);
  if (best < Math.max(newest, 0)) return -1;
  return timelines[current] === best ? current : timelines.indexOf(best);
}

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

/**
 * Asks one server. Never rejects.
 *
 * @param timeoutMs For the connection and for the answer, each.
 */
export async function probeHost(
  url: string,
  timeoutMs: number = PROBE_TIMEOUT_MS,
): Promise<HostAnswer> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "intray",
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
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
    const code = codeOf(error);
    const reason = error instanceof Error && error.message !== "" ? error.message : code;
    return { kind: "failed", reason, code, isSilent: /timeout/i.test(reason) };
  } finally {
    client.end().catch(() => undefined);
  }
}
