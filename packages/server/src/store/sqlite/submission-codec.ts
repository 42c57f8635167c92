/** A submission on its way to the writer: as a list, which is cloned at a third of an object's cost. */
import type { NewAttachment, NewLead, NewSubmission } from "../submissions/new-submission.ts";
import type { Flag } from "../engine/schema.ts";

/** The values of a {@link NewSubmission}; both functions name them in the same order. */
export type SentSubmission = readonly [
  account_id: number,
  form_id: number,
  email: string | null,
  fields: string,
  spam: Flag,
  spam_reason: string | null,
  source_url: string | null,
  source_host: string | null,
  source_path: string | null,
  source_fragment: string | null,
  source_query: string | null,
  ip: string | null,
  referrer: string | null,
  user_agent: string | null,
  content_hash: string,
  duplicate_window_ms: number,
  attachments: readonly NewAttachment[] | null,
  now: number,
  geocoded: string | null,
  lead: NewLead | null,
  key_hash: string | undefined,
  spam_findings: string | null,
];

export function toSent(of: NewSubmission): SentSubmission {
  return [
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
  ];
}

const NO_FILES: readonly NewAttachment[] = [];

export function fromSent(sent: SentSubmission): NewSubmission {
  return {
    account_id: sent[0],
    form_id: sent[1],
    email: sent[2],
    fields: sent[3],
    spam: sent[4],
    spam_reason: sent[5],
    source_url: sent[6],
    source_host: sent[7],
    source_path: sent[8],
    source_fragment: sent[9],
    source_query: sent[10],
    ip: sent[11],
    referrer: sent[12],
    user_agent: sent[13],
    content_hash: sent[14],
    duplicate_window_ms: sent[15],
    attachments: sent[16] ?? NO_FILES,
    now: sent[17],
    geocoded: sent[18],
    lead: sent[19],
    key_hash: sent[20],
    spam_findings: sent[21],
  };
}
