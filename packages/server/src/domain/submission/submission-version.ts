/** The version of a submission. */
import { versioned } from "../record-version.ts";
import { type Identified, uidOf } from "../uid.ts";

interface Marked extends Identified {
  readonly read: 0 | 1;
  readonly spam: 0 | 1;
  readonly trash: 0 | 1;
  readonly seen_at: number | null;
  readonly tags: string | null;
  readonly assignee_id: number | null;
  readonly snoozed_until: number | null;
}

/** Of its marks, tags and assignee; with the uid, since another submission has the id after an older backup is restored. */
export function submissionVersion(row: Marked) {
  const { read, spam, trash, seen_at, tags, assignee_id, snoozed_until } = row;
  const marks = { read, spam, trash, seen: seen_at !== null, tags, assignee_id, snoozed_until };
  return versioned({ uid: uidOf(row), ...marks });
}
