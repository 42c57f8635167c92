/** A submission as the API shows it. */
import type { Attachment, FieldValue, Submission, SubmissionClaim } from "@intray/sdk/schemas";
import type { AttachmentRow, SubmissionRecord } from "../store/submissions.ts";
import { DEAD } from "../submission-hold.ts";
import { isoTime, isoTimeOrNull } from "./time.ts";

/** @param now Milliseconds since the epoch; a lease that has come to its end is none. */
export function submissionRecord(
  row: SubmissionRecord,
  publicUrl: string,
  now: number,
): Submission {
  const values = row.fields.map(([name, value]): [string, FieldValue] => [
    name,
    typeof value === "string" ? value : [...value],
  ]);
  return {
    id: row.id,
    form_id: row.form_id,
    form: { name: row.form_name, uuid: row.form_uuid },
    email: row.email,
    // fromEntries defines members, so a field named __proto__ is plain data.
    payload_params: Object.fromEntries(values),
    form_params: values.map(([name, value]) => ({ name, value })),
    read: row.read === 1,
    spam: row.spam === 1,
    trash: row.trash === 1,
    spam_reason: row.spam_reason,
    ...(row.spam_findings === null
      ? {}
      : { spam_findings: row.spam_findings.map((finding) => ({ ...finding })) }),
    source_url: row.source_url,
    source_host: row.source_host,
    source_path: row.source_path,
    source_fragment: row.source_fragment,
    source_query: row.source_query?.map(([name, value]) => ({ name, value })) ?? null,
    ip: row.ip,
    referrer: row.referrer,
    user_agent: row.user_agent,
    geocoded_country: row.place?.country ?? null,
    geocoded_region: row.place?.region ?? null,
    geocoded_city: row.place?.city ?? null,
    attachments: row.attachments.map((file) => attachmentRecord(file, publicUrl)),
    claim_count: row.claim_count,
    webhook_sent_at: isoTimeOrNull(row.webhook_sent_at),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    ...claimOf(row, now),
    ...(row.lead === undefined ? {} : { lead_agent: row.lead ?? UNSCORED }),
  };
}

function claimOf(
  { hold, held_until, lease_consumer }: SubmissionRecord,
  now: number,
): { readonly claim?: SubmissionClaim } {
  if (hold === DEAD) return { claim: { state: "dead", until: null, consumer: null } };
  if (held_until === null || held_until <= now) return {};
  return {
    claim: {
      state: lease_consumer === null ? "put_off" : "leased",
      until: isoTime(held_until),
      consumer: lease_consumer,
    },
  };
}

const UNSCORED = { score: null, score_reasoning: null, score_location_info: null } as const;

function attachmentRecord(file: AttachmentRow, publicUrl: string): Attachment {
  return {
    id: file.id,
    name: file.name,
    form_name: file.form_name,
    content_type: file.content_type,
    file_size: file.file_size,
    sha256: Buffer.from(file.sha256).toString("hex"),
    created_at: isoTime(file.created_at),
    attachment_proxy_url: `${publicUrl}/api/v1/attachments/${file.id}`,
    public_url: `${publicUrl}/api/v1/attachments/${file.public_token}/public`,
  };
}
