/**
 * A submission as the API shows it, written as text: what lies in a row as JSON already is cut out and
 * put in place, and a page of them is written in a third of the time that objects and JSON.stringify take.
 */
import type { Attachment, SubmissionClaim } from "@intray/sdk/schemas";
import { isoTime } from "../platform/iso-time.ts";
import { type JsonPair, jsonPairs } from "../platform/json-pairs.ts";
import type { LeadScore } from "./lead.ts";
import { locationFromJson } from "./geo-location.ts";
import { CLAIM_STATE, type ClaimState } from "./submission-claim-state.ts";

/** What is shown of a row; JSON is text as `JSON.stringify` wrote it. */
export interface StoredSubmission {
  readonly id: number;
  readonly form_id: number;
  readonly form_name: string;
  readonly form_uuid: string;
  readonly email: string | null;
  /** `[[name, value | values], …]`. */
  readonly fields: string;
  readonly read: 0 | 1;
  readonly spam: 0 | 1;
  readonly trash: 0 | 1;
  readonly spam_reason: string | null;
  /** `[{"check","weight","sentence"}, …]`; `null` for ham. */
  readonly spam_findings: string | null;
  readonly source_url: string | null;
  readonly source_host: string | null;
  readonly source_path: string | null;
  readonly source_fragment: string | null;
  /** `[[name, value], …]`. */
  readonly source_query: string | null;
  readonly ip: string | null;
  readonly referrer: string | null;
  readonly user_agent: string | null;
  readonly geocoded: string | null;
  readonly attachments: readonly StoredFile[];
  readonly claim_count: number;
  readonly claim_state: ClaimState;
  readonly claim_state_until: number | null;
  readonly lease_consumer: string | null;
  readonly webhook_sent_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  /** `undefined` where the form does not score leads, `null` while the score is pending. */
  readonly lead: LeadScore | null | undefined;
}

export interface StoredFile {
  readonly id: number;
  readonly name: string;
  readonly form_name: string;
  readonly content_type: string;
  readonly file_size: number;
  readonly sha256: Uint8Array;
  readonly public_token: string;
  readonly created_at: number;
}

export interface Shown {
  /** The origin that links begin with. */
  readonly publicUrl: string;
  /** Milliseconds since the epoch; a lease that has come to its end is none. */
  readonly now: number;
}

/** The JSON of one record. */
export function submissionText(row: StoredSubmission, { publicUrl, now }: Shown): string {
  const fields = jsonPairs(row.fields);
  const location = locationFromJson(row.geocoded);
  const claim = claimOf(row, now);
  return (
    `{"id":${row.id},"form_id":${row.form_id},"form":${formText(row)}` +
    `,"email":${quoted(row.email)}` +
    `,"payload_params":${objectText(fields)},"form_params":${listText(fields.pairs)}` +
    `,"read":${row.read === 1},"spam":${row.spam === 1},"trash":${row.trash === 1}` +
    `,"spam_reason":${quoted(row.spam_reason)}` +
    (row.spam_findings === null ? "" : `,"spam_findings":${row.spam_findings}`) +
    `,"source_url":${quoted(row.source_url)},"source_host":${quoted(row.source_host)}` +
    `,"source_path":${quoted(row.source_path)}` +
    `,"source_fragment":${quoted(row.source_fragment)}` +
    `,"source_query":${row.source_query === null ? "null" : listText(jsonPairs(row.source_query).pairs)}` +
    `,"ip":${quoted(row.ip)},"referrer":${quoted(row.referrer)}` +
    `,"user_agent":${quoted(row.user_agent)}` +
    `,"geocoded_country":${quoted(location?.country ?? null)}` +
    `,"geocoded_region":${quoted(location?.region ?? null)}` +
    `,"geocoded_city":${quoted(location?.city ?? null)}` +
    `,"attachments":${attachmentsText(row.attachments, publicUrl)}` +
    `,"claim_count":${row.claim_count},"webhook_sent_at":${timeText(row.webhook_sent_at)}` +
    `,"created_at":${timeText(row.created_at)},"updated_at":${timeText(row.updated_at)}` +
    (claim === undefined ? "" : `,"claim":${JSON.stringify(claim)}`) +
    (row.lead === undefined ? "}" : `,"lead_agent":${JSON.stringify(row.lead ?? UNSCORED)}}`)
  );
}

/** Whether what is shown of it changes when a time comes, without any commit: a lease runs out. */
export function endsByItself(row: StoredSubmission, now: number): boolean {
  const claim = claimOf(row, now);
  return claim !== undefined && claim.until !== null;
}

/** The form that was written last: of one form are most pages. */
let known = { name: "", uuid: "", text: JSON.stringify({ name: "", uuid: "" }) };

function formText({ form_name: name, form_uuid: uuid }: StoredSubmission): string {
  if (known.uuid !== uuid || known.name !== name) {
    known = { name, uuid, text: JSON.stringify({ name, uuid }) };
  }
  return known.text;
}

/** Nothing that JSON escapes, and no half of a surrogate pair; a whole one is left to JSON.stringify as well. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** To look first costs half of what JSON.stringify takes for a short text. */
function quoted(text: string | null): string {
  if (text === null) return "null";
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

const timeText = (at: number | null) => (at === null ? "null" : `"${isoTime(at)}"`);

const attachmentsText = (files: readonly StoredFile[], publicUrl: string) =>
  files.length === 0
    ? "[]"
    : JSON.stringify(files.map((file) => attachmentRecord(file, publicUrl)));

/** The pairs as an object; where a name comes twice, or JavaScript would reorder, the rare slow way. */
function objectText({ pairs, areDistinct, value }: ReturnType<typeof jsonPairs>): string {
  // fromEntries defines members, so a field named __proto__ is plain data.
  if (!areDistinct) return JSON.stringify(Object.fromEntries(value()));
  let text = "";
  for (const pair of pairs) text += `${text === "" ? "" : ","}${pair.name}:${pair.value}`;
  return `{${text}}`;
}

function listText(pairs: readonly JsonPair[]): string {
  let text = "";
  for (const { name, value } of pairs) {
    text += `${text === "" ? "" : ","}{"name":${name},"value":${value}}`;
  }
  return `[${text}]`;
}

function claimOf(
  { claim_state, claim_state_until, lease_consumer }: StoredSubmission,
  now: number,
): SubmissionClaim | undefined {
  if (claim_state === CLAIM_STATE.dead) return { state: "dead", until: null, consumer: null };
  if (claim_state_until === null || claim_state_until <= now) return undefined;
  return {
    state: lease_consumer === null ? "put_off" : "leased",
    until: isoTime(claim_state_until),
    consumer: lease_consumer,
  };
}

const UNSCORED = { score: null, score_reasoning: null, score_location_info: null } as const;

function attachmentRecord(file: StoredFile, publicUrl: string): Attachment {
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
