/** The table of digests: mails that list the submissions of a form since the last one. */
import type { Generated } from "kysely";

/** One row for each form whose schedule has digests. */
export interface DigestTable {
  form_id: number;
  /** The next digest lists submissions with higher ids. */
  after_id: number;
  /** When `after_id` was the newest id: the begin of the next digest's period. */
  after_at: number;
  /** The moment after which the next digest is due: of the last digest, or of a change of the schedule. */
  planned_at: number;
  /** When the next digest is due; `null` until housekeeping has computed it. */
  due_at: number | null;
  /** Of a digest whose mails are being queued, in batches: the newest submission that it covers. */
  sending_until: Generated<number | null>;
  /** When its first mails were queued: the end of its period. */
  sending_at: Generated<number | null>;
  /** Recipients with higher ids have not got it yet. */
  sent_to: Generated<number | null>;
  /** Counts the changes, so that each is made from the row that was read. */
  version: Generated<number>;
}
