/** The JSON output of a queue item. */
import type { ListedItem } from "../ledger/ledger-report.ts";

export type ItemRecord = ReturnType<typeof toItemRecord>;

export function toItemRecord({ item, firstSeenAt, changedAt }: ListedItem) {
  const { state } = item;
  return {
    submission_id: item.submissionId,
    uid: item.uid,
    form_id: item.formId,
    state: state.kind,
    generation: item.generation,
    attempts: item.attempts,
    starts: item.starts,
    interruptions: item.interruptions,
    deferrals: item.deferrals,
    due_at: state.kind === "retry" ? new Date(state.dueAt).toISOString() : null,
    reason: "reason" in state ? state.reason : null,
    last_output: item.lastOutput,
    first_seen_at: new Date(firstSeenAt).toISOString(),
    changed_at: new Date(changedAt).toISOString(),
  };
}
