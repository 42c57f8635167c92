/** The forms whose files are near their quota: those that this process has seen, and those with an open alert. */
import { type Clock, type MonotonicMs, msBetween } from "../platform/clock.ts";
import type { AlertFacts } from "../store/alerts/alert-facts.ts";
import type { FormFiles } from "../store/files/file-totals.ts";
import type { Store } from "../store/store.ts";

/** The files of a form are counted row by row, so the result is kept for a while. */
const READ_EVERY_MS = 60_000;

/**
 * Returns a function that reads how many bytes the files of these forms take.
 *
 * @param parts.nearQuota Ids of forms that this process has seen near their quota.
 */
export function createFormFiles({
  store,
  clock,
  nearQuota,
}: {
  readonly store: Pick<Store, "reads">;
  readonly clock: Clock;
  readonly nearQuota: () => readonly number[];
}): (open: AlertFacts["open"]) => Promise<readonly FormFiles[]> {
  let found: readonly FormFiles[] = [];
  let read: { readonly ids: string; readonly at: MonotonicMs } | undefined;
  return async (open) => {
    const alerted = open.flatMap(({ kind, subject_id }) =>
      kind === "quota_low" && subject_id !== 0 ? [subject_id] : [],
    );
    const form_ids = [...new Set([...nearQuota(), ...alerted])].toSorted((a, b) => a - b);
    const now = clock.monotonic();
    const isKnown = read?.ids === form_ids.join() && msBetween(read.at, now) < READ_EVERY_MS;
    if (isKnown) return found;
    found = form_ids.length === 0 ? [] : await store.reads.filesOfForms({ form_ids });
    read = { ids: form_ids.join(), at: now };
    return found;
  };
}
