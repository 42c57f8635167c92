/** A submission on its way to the writer: as a list, which is cloned at a third of an object's cost. */
import type { NewSubmission } from "./accept-submission.ts";

const MEMBERS = [
  "account_id",
  "form_id",
  "email",
  "fields",
  "spam",
  "spam_reason",
  "source_url",
  "source_host",
  "source_path",
  "source_fragment",
  "source_query",
  "ip",
  "referrer",
  "user_agent",
  "content_hash",
  "duplicate_window_ms",
  "attachments",
  "now",
] as const satisfies readonly (keyof NewSubmission)[];

/** The values of a {@link NewSubmission}, in the order of its members. */
export type SentSubmission = readonly NewSubmission[keyof NewSubmission][];

export function toSent(submission: NewSubmission): SentSubmission {
  return MEMBERS.map((name) => submission[name]);
}

export function fromSent(sent: SentSubmission): NewSubmission {
  const submission: Record<string, unknown> = {};
  MEMBERS.forEach((name, at) => void (submission[name] = sent[at]));
  return submission as unknown as NewSubmission;
}
