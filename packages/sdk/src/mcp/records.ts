/** Short forms of API records. */
import { asArray, asObject, type JsonObject } from "./api-operation.ts";

export const ATTACHMENT_URI = "intray://attachments/";

/** The named members that a record has and that are not null. */
export const pick = (record: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names
      .filter((name) => Object.hasOwn(record, name) && record[name] !== null)
      .map((name) => [name, record[name]]),
  );

const MARKS = ["read", "spam", "spam_reason", "trash", "seen_at", "tags"].concat([
  "assignee",
  "snoozed_until",
]);
const IN_LISTS = ["id", "created_at", "email", ...MARKS, "delivery_state"];
const ALONE = [
  "id",
  "uid",
  "created_at",
  "updated_at",
  "email",
  ...MARKS,
  "spam_findings",
  "delivery_state",
  "webhook_sent_at",
  "source_url",
  "referrer",
  "ip",
  "user_agent",
  "geocoded_country",
  "geocoded_region",
  "geocoded_city",
  "claim_count",
  "claim",
  "lead_agent",
];

export const submissionInList = (record: JsonObject) => submission(record, IN_LISTS);
export const submissionAlone = (record: JsonObject) => submission(record, ALONE);
/** The id and what `update_submission` changes. */
export const marksOf = (record: JsonObject) => pick(record, ["id", ...MARKS]);

function submission(record: JsonObject, names: readonly string[]): JsonObject {
  const files = asArray(record["attachments"]).map(asObject);
  return {
    ...pick(record, names),
    form: pick(asObject(record["form"]), ["id", "uuid", "name"]),
    fields: record["form_params"],
    ...(files.length > 0 && { attachments: files.map(attachment) }),
  };
}

/** Without the public link: it needs no key. */
const attachment = (file: JsonObject) => ({
  ...pick(file, ["id", "name", "form_name", "content_type", "file_size", "sha256"]),
  resource: `${ATTACHMENT_URI}${String(file["id"])}`,
});

export const attachmentIds = (record: JsonObject) =>
  asArray(record["attachments"]).map((file) => Number(asObject(file)["id"]));

const COUNTS = ["inbox_count", "unread_count", "spam_count", "trash_count"];

export const formInList = (record: JsonObject) =>
  pick(record, ["id", "uuid", "name", "project_id", "project_name", ...COUNTS]);

/** Without empty settings, which are most of the 90. */
export function formAlone(record: JsonObject): JsonObject {
  const isSet = ([, value]: [string, unknown]) =>
    value !== null && value !== "" && value !== false && !(Array.isArray(value) && !value.length);
  const webhooks = asArray(record["form_webhooks"]).map((webhook) =>
    pick(asObject(webhook), ["id", "name", "webhook_url", "format", "enabled", "trigger"]),
  );
  return { ...Object.fromEntries(Object.entries(record).filter(isSet)), form_webhooks: webhooks };
}

export const deliveryInList = (record: JsonObject) =>
  pick(record, [
    "id",
    "kind",
    "submission_id",
    "destination_id",
    "destination_name",
    "address",
    "trigger",
    "state",
    "reason",
    "attempts_made",
    "next_attempt_at",
    "created_at",
    "finished_at",
  ]);

/** Sentences about a page of a list. */
export function pageFacts(answer: JsonObject, shown: number, what: string): string {
  const meta = asObject(answer["meta"]);
  const cursor = meta["next_cursor"];
  const more =
    typeof cursor === "string"
      ? ` For the next page repeat the call with cursor ${JSON.stringify(cursor)}.`
      : " This is the last page.";
  const atLeast = meta["count_exact"] === false ? "at least " : "";
  return `${shown} of ${atLeast}${String(meta["count"])} ${what}.${more}`;
}

/** The counters of a list of submissions, in one sentence. */
export function counters(answer: JsonObject): string {
  const meta = asObject(answer["meta"]);
  const numbers = COUNTS.map((name) => `${name} ${String(meta[name])}`);
  return `Counters of the form, or of all forms: ${numbers.join(", ")}.`;
}
