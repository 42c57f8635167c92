/** The ledger's tables, and their rows as items. The checks reject every row that the state machine cannot produce. */
import type { ItemState, QueueItem } from "@intray/sdk/queue";

/** "itq1" as a number: identifies a SQLite file as a ledger. */
export const APPLICATION_ID = 0x69747131;

/** Raised with every change of the tables. A ledger with a higher version is rejected. */
export const SCHEMA_VERSION = 2;

/** Makes a ledger of version 1 one of version 2. The uid of its rows is their id, as of a server without uids. */
export const TO_VERSION_2 = `
alter table submission add column uid text;
pragma user_version = 2;
`;

export const IS_WAITING = "state in ('seen', 'retry')";
/** Items that still have to be marked read on the server. */
export const OWES_MARK = "state = 'handled' or mark = 'owed'";
export const IS_RUNNING = "state = 'running'";

export const SCHEMA = `
create table queue (
  id integer primary key check (id = 1),
  origin text not null,
  scope text not null,
  filter text not null,
  consumer text not null,
  walk integer not null default 0 check (walk >= 0),
  run_pid integer check (run_pid > 0),
  run_started_at integer,
  run_ended_at integer,
  run_end text,
  check ((run_pid is null) = (run_started_at is null)),
  check ((run_ended_at is null) = (run_end is null)),
  check (run_ended_at is null or run_pid is not null)
) strict;

create table submission (
  submission_id integer primary key check (submission_id > 0),
  form_id integer not null,
  generation integer not null check (generation >= 1),
  state text not null
    check (state in ('seen', 'running', 'retry', 'handled', 'acked', 'dead', 'gone')),
  attempts integer not null check (attempts >= 0),
  starts integer not null check (starts >= attempts),
  interruptions integer not null check (interruptions >= 0),
  deferrals integer not null check (deferrals >= 0),
  due_at integer,
  reason text,
  mark text check (mark in ('left', 'owed', 'done')),
  finished_walk integer check (finished_walk >= 0),
  pid integer check (pid > 0),
  pid_started_at text,
  last_output text not null check (length(last_output) <= 4096),
  first_seen_at integer not null,
  changed_at integer not null,
  uid text,
  check (case state
    when 'seen' then due_at is null and reason is null and attempts = 0
    when 'retry' then due_at is not null and reason is not null
    when 'running' then (due_at is null) = (reason is null) and attempts >= 1
    when 'handled' then due_at is null and reason is null and attempts >= 1
    when 'acked' then due_at is null and reason is null and attempts >= 1
    when 'dead' then due_at is null and reason is not null
    when 'gone' then due_at is null and reason is not null
    end),
  check ((mark is not null) = (state = 'dead')),
  check ((finished_walk is not null) = (state in ('acked', 'gone') or mark is 'done')),
  check ((pid is null) = (pid_started_at is null)),
  check (pid is null or state = 'running')
) strict;

create index submission_waiting on submission (submission_id) where ${IS_WAITING};
create index submission_running on submission (submission_id) where ${IS_RUNNING};
create index submission_owing on submission (submission_id) where ${OWES_MARK};

pragma application_id = ${APPLICATION_ID};
pragma user_version = ${SCHEMA_VERSION};
`;

/** A row of `submission`, without its times. */
export interface LedgerRow {
  readonly submission_id: number;
  /** Null, or absent, in a row from before the column. */
  readonly uid?: string | null;
  readonly form_id: number;
  readonly generation: number;
  readonly state: string;
  readonly attempts: number;
  readonly starts: number;
  readonly interruptions: number;
  readonly deferrals: number;
  readonly due_at: number | null;
  readonly reason: string | null;
  readonly mark: string | null;
  readonly finished_walk: number | null;
  readonly pid: number | null;
  readonly pid_started_at: string | null;
  readonly last_output: string;
}

type StateColumns = Pick<
  LedgerRow,
  "state" | "due_at" | "reason" | "mark" | "finished_walk" | "pid" | "pid_started_at"
>;

const NO_STATE: Omit<StateColumns, "state"> = {
  due_at: null,
  reason: null,
  mark: null,
  finished_walk: null,
  pid: null,
  pid_started_at: null,
};

export const toRow = (item: QueueItem): LedgerRow => ({
  submission_id: item.submissionId,
  uid: item.uid,
  form_id: item.formId,
  generation: item.generation,
  attempts: item.attempts,
  starts: item.starts,
  interruptions: item.interruptions,
  deferrals: item.deferrals,
  last_output: item.lastOutput,
  ...toColumns(item.state),
});

/** @throws Error if the row has an unknown state, which the table's checks prevent. */
export const toItem = (row: LedgerRow): QueueItem => ({
  submissionId: row.submission_id,
  uid: row.uid ?? String(row.submission_id),
  formId: row.form_id,
  generation: row.generation,
  attempts: row.attempts,
  starts: row.starts,
  interruptions: row.interruptions,
  deferrals: row.deferrals,
  lastOutput: row.last_output,
  state: toState(row),
});

function toColumns(state: ItemState): StateColumns {
  switch (state.kind) {
    case "seen":
    case "handled":
      return { ...NO_STATE, state: state.kind };
    case "retry":
      return { ...NO_STATE, state: state.kind, due_at: state.dueAt, reason: state.reason };
    case "running":
      return {
        ...toColumns(state.before),
        state: state.kind,
        pid: state.process?.pid ?? null,
        pid_started_at: state.process?.startedAt ?? null,
      };
    case "acked":
      return { ...NO_STATE, state: state.kind, finished_walk: state.walk };
    case "dead":
      return {
        ...NO_STATE,
        state: state.kind,
        reason: state.reason,
        mark: state.mark.kind,
        finished_walk: state.mark.kind === "done" ? state.mark.walk : null,
      };
    case "gone":
      return { ...NO_STATE, state: state.kind, reason: state.reason, finished_walk: state.walk };
  }
}

function toState(row: LedgerRow): ItemState {
  const { state, reason, finished_walk: walk } = row;
  switch (state) {
    case "seen":
    case "retry":
      return toWaiting(row);
    case "running":
      return row.pid === null || row.pid_started_at === null
        ? { kind: "running", before: toWaiting(row) }
        : {
            kind: "running",
            before: toWaiting(row),
            process: { pid: row.pid, startedAt: row.pid_started_at },
          };
    case "handled":
      return { kind: "handled" };
    case "acked":
      if (walk !== null) return { kind: "acked", walk };
      break;
    case "gone":
      if (walk !== null && reason !== null) return { kind: "gone", reason, walk };
      break;
    case "dead":
      if (reason === null) break;
      if (row.mark === "done" && walk !== null) {
        return { kind: "dead", reason, mark: { kind: "done", walk } };
      }
      if (row.mark === "left" || row.mark === "owed") {
        return { kind: "dead", reason, mark: { kind: row.mark } };
      }
  }
  throw new Error(`submission ${row.submission_id} has an unknown state`);
}

const toWaiting = ({ due_at: dueAt, reason }: LedgerRow) =>
  dueAt === null || reason === null
    ? ({ kind: "seen" } as const)
    : ({ kind: "retry", dueAt, reason } as const);
