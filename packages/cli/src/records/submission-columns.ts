/** How a submission looks in a table. */
import type { Submission } from "@intray/sdk";
import { cellOf } from "./fields.ts";
import type { Column } from "../terminal/table.ts";

/** Members of a submission, as `--fields` takes them. Typed, so that one the contract lacks does not compile. */
export const SUBMISSION_MEMBERS = [
  "id",
  "form_id",
  "form",
  "email",
  "payload_params",
  "form_params",
  "read",
  "spam",
  "trash",
  "spam_reason",
  "source_url",
  "source_host",
  "source_path",
  "source_fragment",
  "source_query",
  "ip",
  "referrer",
  "user_agent",
  "geocoded_country",
  "geocoded_region",
  "geocoded_city",
  "attachments",
  "lead_agent",
  "claim_count",
  "webhook_sent_at",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof Submission)[];

export const submissionColumns: readonly Column<Submission>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "form", value: ({ form }) => form.name },
  { name: "received", value: ({ created_at }) => created_at },
  { name: "state", value: describeState },
  { name: "email", value: ({ email }) => email },
  { name: "fields", value: describeFields },
];

/** One word for what `--filter` goes by. */
export function describeState({ trash, spam, read }: Submission): string {
  if (trash) return "trash";
  if (spam) return "spam";
  return read ? "read" : "new";
}

function describeFields({ form_params }: Submission): string {
  return form_params.map(({ name, value }) => `${name}=${cellOf(value)}`).join(" ");
}
