/** Columns and members of submissions in lists. */
import type { Submission } from "@intray/sdk";
import { cellOf } from "./fields.ts";
import type { Column } from "../terminal/table.ts";
import { unionMembers } from "../flags/union-members.ts";

/** Members of a submission, for `--fields`. */
export const SUBMISSION_MEMBERS = unionMembers<keyof Submission>({
  id: true,
  uid: true,
  form_id: true,
  form: true,
  email: true,
  payload_params: true,
  form_params: true,
  read: true,
  spam: true,
  trash: true,
  seen_at: true,
  answered_at: true,
  spam_reason: true,
  spam_findings: true,
  source_url: true,
  source_host: true,
  source_path: true,
  source_fragment: true,
  source_query: true,
  ip: true,
  referrer: true,
  user_agent: true,
  geocoded_country: true,
  geocoded_region: true,
  geocoded_city: true,
  attachments: true,
  tags: true,
  lead_agent: true,
  claim: true,
  claim_count: true,
  webhook_sent_at: true,
  delivery_state: true,
  created_at: true,
  updated_at: true,
  notes: true,
  replies: true,
});

export const submissionColumns: readonly Column<Submission>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "form", kind: "text", value: ({ form }) => form.name },
  { name: "received", kind: "time", value: ({ created_at }) => created_at },
  { name: "state", value: describeState },
  { name: "email", kind: "text", value: ({ email }) => email },
  { name: "fields", kind: "text", value: describeFields },
];

/** The state of a submission in one word: trash, spam, read or new. */
export function describeState({ trash, spam, read }: Submission): string {
  if (trash) return "trash";
  if (spam) return "spam";
  return read ? "read" : "new";
}

function describeFields({ form_params }: Submission): string {
  return form_params.map(({ name, value }) => `${name}=${cellOf(value)}`).join(" ");
}
