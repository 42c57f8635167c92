/** Which operations of the API the audit log records, and as what. A new one that changes something is decided here. */
import type { operations } from "@intray/sdk/operations";
import type { OperationId } from "@intray/sdk/schemas";
import type { AuditAction, AuditSubject } from "../domain/account/audit.ts";
import { keyLimits } from "../domain/account/key-expiry.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Audited {
  readonly action: AuditAction | ((body: JsonObject) => AuditAction);
  /** `undefined`: submissions, which are not named one by one. */
  readonly subject?: AuditSubject;
  /** The response is the subject's record, which has its id and name. Otherwise the path has the id. */
  readonly answersRecord?: true;
  /** `settings`: the names of the settings in the request. A function gets the request and the answered record. */
  readonly detail?: "settings" | ((body: JsonObject, record: JsonObject) => string);
  /** Whether to record a request with this query. Default: every one. */
  readonly isMeant?: (query: Readonly<Record<string, string>>) => boolean;
  /** Repeated so often that the response does not wait for the entry. */
  readonly isFrequent?: true;
}

/**
 * Why a change is not recorded: a queue makes it for every submission, and the submission or the delivery log shows
 * it; its record says who did it.
 */
type Unrecorded = "queue" | "signed";

type Changing = Extract<(typeof operations)[number], { readonly scope: "write" }>["id"];

const created = (subject: AuditSubject) =>
  ({ action: `${subject}.created` as AuditAction, subject, answersRecord: true }) as const;
const changed = (subject: "form" | "project" | "webhook") =>
  ({ action: `${subject}.changed`, subject, answersRecord: true, detail: "settings" }) as const;
const deleted = (subject: "form" | "project" | "webhook" | "submission") =>
  ({ action: `${subject}.deleted`, subject, answersRecord: true }) as const;
const refired = { action: "webhooks.refired" } as const;

export const AUDITED_OPERATIONS = {
  deleteSubmission: deleted("submission"),
  updateSubmission: "queue",
  replaceSubmission: "queue",
  bulkUpdateSubmissions: {
    action: "submissions.marked",
    detail: ({ set }) => marksIn(set),
    isFrequent: true,
  },
  createNote: "signed",
  updateNote: "signed",
  deleteNote: { action: "note.deleted" },
  createReply: { action: "reply.written" },
  createReplyTemplate: { action: "template.created" },
  updateReplyTemplate: { action: "template.changed" },
  deleteReplyTemplate: { action: "template.deleted" },
  importSubmissions: {
    action: "submissions.imported",
    detail: ({ from }) => `from ${String(from)}`,
    isFrequent: true,
  },
  undoSubmissions: { action: "submissions.undone" },
  claimSubmissions: "queue",
  releaseSubmissions: "queue",
  extendSubmissionLeases: "queue",
  bulkRefireWebhooks: refired,
  refireSubmissionWebhooks: refired,
  refireWebhookLog: refired,
  dismissAttention: {
    action: "attention.dismissed",
    detail: ({ id, note }) => (typeof note === "string" ? `${String(id)}: ${note}` : String(id)),
  },
  refireDelivery: refired,
  sendDeliveries: { action: "deliveries.sent" },
  stopSendingDeliveries: { action: "deliveries.stopped" },
  listFormSubmissions: {
    action: "submissions.exported",
    detail: () => "all of a form as one list",
    // Pages, and what is new since a time, are how pollers read.
    isMeant: (query) => !PARTIAL.some((name) => (query[name] ?? "") !== ""),
    isFrequent: true,
  },
  createForm: created("form"),
  bulkUpdateForms: {
    action: "forms.changed",
    detail: ({ set, form_ids }) => `${Object.keys(Object(set)).join(", ")} of ${String(form_ids)}`,
  },
  replaceForm: changed("form"),
  deleteForm: deleted("form"),
  updateForm: changed("form"),
  forgetQueueConsumer: { action: "consumer.forgotten", subject: "form", answersRecord: true },
  sendConfirmation: { action: "confirmation.sent" },
  sendTestEmail: { action: "email.tested" },
  releaseRecipient: { action: "recipient.released" },
  createProject: created("project"),
  replaceProject: changed("project"),
  deleteProject: deleted("project"),
  restoreProject: { action: "project.restored", subject: "project", answersRecord: true },
  updateProject: changed("project"),
  createFormWebhook: created("webhook"),
  replaceFormWebhook: changed("webhook"),
  deleteFormWebhook: deleted("webhook"),
  updateFormWebhook: changed("webhook"),
  getSigningSecret: { action: "secret.revealed", subject: "webhook" },
  regenerateSecret: {
    action: ({ stage, activate }) =>
      stage === true ? "secret.staged" : activate === true ? "secret.activated" : "secret.replaced",
    subject: "webhook",
  },
  testFormWebhook: { action: "webhook.tested", subject: "webhook" },
  refireFailedDeliveries: { ...refired, subject: "webhook", detail: () => "all that failed" },
  createApiKey: {
    ...created("key"),
    detail: (_, { scope, expires_at }) =>
      keyLimits(String(scope), typeof expires_at === "string" ? expires_at : null),
  },
  deleteApiKey: { action: "key.revoked", subject: "key", answersRecord: true },
  updateAccount: { action: "account.changed", answersRecord: true, detail: "settings" },
  getAlertSecret: { action: "secret.revealed", detail: () => "of alerts" },
} as const satisfies Readonly<Record<Changing, Audited | Unrecorded>> &
  Readonly<Partial<Record<Exclude<OperationId, Changing>, Audited>>>;

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
