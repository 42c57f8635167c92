/** Codec of a submission for the writer thread: a list, which costs a third of an object to clone. */
import type { NewAttachment, NewSubmission } from "../submissions/new-submission.ts";

/** The values of a {@link NewSubmission}, in the order that both functions use. */
export type EncodedSubmission = ReturnType<typeof encodeSubmission>;

export const encodeSubmission = (of: NewSubmission) =>
  [
    of.account_id,
    of.form_id,
    of.email,
    of.fields,
    of.spam,
    of.spam_reason,
    of.source_url,
    of.source_host,
    of.source_path,
    of.source_fragment,
    of.source_query,
    of.ip,
    of.referrer,
    of.user_agent,
    of.content_hash,
    of.duplicate_window_ms,
    of.attachments.length === 0 ? null : of.attachments,
    of.now,
    of.geocoded,
    of.lead,
    of.key_hash,
    of.spam_findings,
    of.uid,
    of.hops,
    // One by one, since an object with lists takes longer to clone than the rest.
    of.routed?.decisions,
    of.routed?.assignee_id ?? null,
    of.routed === undefined || of.routed.tags.length === 0 ? null : of.routed.tags,
    of.routed === undefined || of.routed.skip.length === 0 ? null : of.routed.skip,
  ] as const;

const NO_FILES: readonly NewAttachment[] = [];

export const decodeSubmission = (encoded: EncodedSubmission): NewSubmission => ({
  account_id: encoded[0],
  form_id: encoded[1],
  email: encoded[2],
  fields: encoded[3],
  spam: encoded[4],
  spam_reason: encoded[5],
  source_url: encoded[6],
  source_host: encoded[7],
  source_path: encoded[8],
  source_fragment: encoded[9],
  source_query: encoded[10],
  ip: encoded[11],
  referrer: encoded[12],
  user_agent: encoded[13],
  content_hash: encoded[14],
  duplicate_window_ms: encoded[15],
  attachments: encoded[16] ?? NO_FILES,
  now: encoded[17],
  geocoded: encoded[18],
  lead: encoded[19],
  key_hash: encoded[20],
  spam_findings: encoded[21],
  uid: encoded[22],
  hops: encoded[23],
  routed:
    encoded[24] === undefined
      ? undefined
      : {
          decisions: encoded[24],
          assignee_id: encoded[25],
          tags: encoded[26] ?? [],
          skip: encoded[27] ?? [],
        },
});
