/** Which operations of the API the audit log records, and as what: `x-audit` in openapi.yaml, and what is code of it. */
import type { operations } from "@intray/sdk/operations";
import type { BulkChangedForm, FormsBulkResult, OperationId } from "@intray/sdk/schemas";
import type { AuditAction, AuditSubject } from "../domain/account/audit.ts";
import { keyLimits } from "../domain/account/key-expiry.ts";
import { audited } from "./audited.gen.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** A record after a change, and the settings that were changed, before and after. */
export interface ChangedRecord {
  readonly record: JsonObject;
  readonly old: JsonObject;
  readonly settings: JsonObject;
}

export interface Audited {
  readonly action: AuditAction | ((body: JsonObject) => AuditAction);
  /** `undefined`: submissions, which are not named one by one. */
  readonly subject?: AuditSubject;
  /** The response is the subject's record, which has its id and name. Otherwise the path has the id. */
  readonly answersRecord?: true;
  /** `settings`: the names of the settings in the request. A function gets the request and the answered record. */
  readonly detail?: "settings" | ((body: JsonObject, record: JsonObject) => string);
  /** What an answer for several records says of each; each has an entry. */
  readonly records?: (answer: JsonObject) => readonly ChangedRecord[];
  /** Whether to record a request with this query. Default: every one. */
  readonly isMeant?: (query: Readonly<Record<string, string>>) => boolean;
  /** Repeated so often that the response does not wait for the entry. */
  readonly isFrequent?: true;
}

type Changing = Extract<(typeof operations)[number], { readonly scope: "write" }>["id"];

audited satisfies Readonly<Record<Changing, Audited | "queue" | "signed">> &
  Readonly<Partial<Record<OperationId, Audited | string>>>;

const OF_REQUESTS: Readonly<Partial<Record<string, Partial<Audited>>>> = {
  bulkUpdateSubmissions: { detail: ({ set }) => marksIn(set) },
  importSubmissions: { detail: ({ from }) => `from ${String(from)}` },
  dismissAttention: {
    detail: ({ id, note }) => (typeof note === "string" ? `${String(id)}: ${note}` : String(id)),
  },
  listFormSubmissions: {
    detail: () => "all of a form as one list",
    // Pages, and what is new since a time, are how pollers read.
    isMeant: (query) => !PARTIAL.some((name) => (query[name] ?? "") !== ""),
  },
  bulkUpdateForms: { records: bulkChanges },
  regenerateSecret: {
    action: ({ stage, activate }) =>
      stage === true ? "secret.staged" : activate === true ? "secret.activated" : "secret.replaced",
  },
  refireFailedDeliveries: { detail: () => "all that failed" },
  createApiKey: { detail: (_, key) => limitsOf(key) },
  rotateApiKey: { detail: (_, key) => `replaces ${String(key["replaces"])}, ${limitsOf(key)}` },
  getAlertSecret: { detail: () => "of alerts" },
} satisfies Readonly<Partial<Record<OperationId, Partial<Audited>>>>;

/** By the id of the operation. */
export const AUDITED_OPERATIONS: ReadonlyMap<string, Audited> = new Map(
  Object.entries(audited).flatMap(([id, one]) =>
    typeof one === "string" ? [] : [[id, { ...one, ...OF_REQUESTS[id] }] as const],
  ),
);

const limitsOf = ({ scope, expires_at }: JsonObject) =>
  keyLimits(String(scope), typeof expires_at === "string" ? expires_at : null);

/** The forms that {@link FormsBulkResult} says were changed. */
function bulkChanges(answer: JsonObject): readonly ChangedRecord[] {
  const { forms } = answer as unknown as FormsBulkResult;
  const valuesOf = (changes: BulkChangedForm["changes"], side: "from" | "to") =>
    Object.fromEntries(changes.map(({ name, ...values }) => [name, values[side]]));
  return forms
    .filter(({ changes }) => changes.length > 0)
    .map(({ id, name, changes }) => {
      const settings = valuesOf(changes, "to");
      return { record: { id, name, ...settings }, old: valuesOf(changes, "from"), settings };
    });
}

const PARTIAL = ["page", "per_page", "cursor", "created_after"];
const MARKS = ["read", "spam", "trash", "seen"];
const TAGS = ["tags", "add_tags", "remove_tags"];

/** Such as `spam: true, tags`: only known names and booleans, never other text of the request. */
function marksIn(set: unknown): string {
  const marks = typeof set === "object" && set !== null ? (set as JsonObject) : {};
  const named = MARKS.filter((name) => typeof marks[name] === "boolean").map(
    (name) => `${name}: ${String(marks[name])}`,
  );
  const isTagged = TAGS.some((name) => Array.isArray(marks[name]));
  return [...named, ...(isTagged ? ["tags"] : [])].join(", ");
}
