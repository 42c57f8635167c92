/** Converts items to rows of the ledger and back. */
import type { ItemState, QueueItem } from "@intray/sdk/queue";

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

export function toRow(item: QueueItem): LedgerRow {
  return {
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
  };
}

/** @throws Error if the row has an unknown state, which the table's checks prevent. */
export function toItem(row: LedgerRow): QueueItem {
  return {
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
  };
}

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

function toWaiting({ due_at: dueAt, reason }: LedgerRow) {
  return dueAt === null || reason === null
    ? ({ kind: "seen" } as const)
    : ({ kind: "retry", dueAt, reason } as const);
}
