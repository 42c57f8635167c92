/** The version of a submission. */
import { versioned } from "../record-version.ts";
import { type Identified, uidOf } from "../uid.ts";

interface Marked extends Identified {
  readonly read: 0 | 1;
  readonly spam: 0 | 1;
  readonly trash: 0 | 1;
  readonly seen_at: number | null;
  readonly tags: string | null;
}

/** Of its marks and tags; with the uid, since another submission has the id after an older backup is restored. */
export function submissionVersion(row: Marked) {
  const { read, spam, trash, seen_at, tags } = row;
  return versioned({ uid: uidOf(row), read, spam, trash, seen: seen_at !== null, tags });
}
