/** Which operations of the API the audit log records, and as what. A new operation needs a decision here. */
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
 * Why an operation is not recorded: it needs no key; it only reads, and no secret; a queue calls it for every
 * submission, and the submission or the delivery log shows it; it changes nothing; its record says who did it.
 */
type Unrecorded = "no key" | "reading" | "queue" | "no change" | "signed";

const created = (subject: AuditSubject) =>
  ({ action: `${subject}.created` as AuditAction, subject, answersRecord: true }) as const;
const changed = (subject: "form" | "project" | "webhook") =>
  ({ action: `${subject}.changed`, subject, answersRecord: true, detail: "settings" }) as const;
const deleted = (subject: "form" | "project" | "webhook" | "submission") =>
  ({ action: `${subject}.deleted`, subject, answersRecord: true }) as const;
const refired = { action: "webhooks.refired" } as const;

export const AUDITED_OPERATIONS = {
  postForm: "no key",
  getChallenge: "no key",
  listSubmissions: "reading",
  getSubmission: "reading",
  deleteSubmission: deleted("submission"),
  updateSubmission: "queue",
  replaceSubmission: "queue",
  bulkUpdateSubmissions: {
    action: "submissions.marked",
    detail: ({ set }) => marksIn(set),
    isFrequent: true,
  },
  listNotes: "reading",
  createNote: "signed",
  updateNote: "signed",
  deleteNote: { action: "note.deleted" },
  listReplies: "reading",
  previewReply: "no change",
  createReply: { action: "reply.written" },
  listReplyTemplates: "reading",
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
  listSubmissionWebhookLogs: "reading",
  listWebhookLogs: "reading",
  getWebhookLogBody: "reading",
  refireWebhookLog: refired,
  listAttention: "reading",
  dismissAttention: {
    action: "attention.dismissed",
    detail: ({ id, note }) => (typeof note === "string" ? `${String(id)}: ${note}` : String(id)),
  },
  listDeliveries: "reading",
  getDelivery: "reading",
  getDeliveryBody: "reading",
  refireDelivery: refired,
  sendDeliveries: { action: "deliveries.sent" },
  getSendingProgress: "reading",
  stopSendingDeliveries: { action: "deliveries.stopped" },
  listFormSubmissions: {
    action: "submissions.exported",
    detail: () => "all of a form as one list",
    // Pages, and what is new since a time, are how pollers read.
    isMeant: (query) => !PARTIAL.some((name) => (query[name] ?? "") !== ""),
    isFrequent: true,
  },
  listForms: "reading",
  listFormViews: "reading",
  createForm: created("form"),
  getForm: "reading",
  replaceForm: changed("form"),
  deleteForm: deleted("form"),
  updateForm: changed("form"),
  forgetQueueConsumer: { action: "consumer.forgotten", subject: "form", answersRecord: true },
  getRejectedPosts: "reading",
  listRecipients: "reading",
  sendConfirmation: { action: "confirmation.sent" },
  previewFormEmail: "no change",
  sendTestEmail: { action: "email.tested" },
  releaseRecipient: { action: "recipient.released" },
  listDomains: "reading",
  listProjects: "reading",
  createProject: created("project"),
  getProject: "reading",
  replaceProject: changed("project"),
  deleteProject: deleted("project"),
  updateProject: changed("project"),
  listFormWebhooks: "reading",
  createFormWebhook: created("webhook"),
  getFormWebhook: "reading",
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
  previewFormWebhook: "no change",
  getAttachment: "reading",
  getPublicAttachment: "no key",
  authorizeDevice: "no key",
  createDeviceToken: "no key",
  listApiKeys: "reading",
  createApiKey: {
    ...created("key"),
    detail: (_, { scope, expires_at }) =>
      keyLimits(String(scope), typeof expires_at === "string" ? expires_at : null),
  },
  deleteApiKey: { action: "key.revoked", subject: "key", answersRecord: true },
  getMe: "reading",
  getAccount: "reading",
  updateAccount: { action: "account.changed", answersRecord: true, detail: "settings" },
  getAlertSecret: { action: "secret.revealed", detail: () => "of alerts" },
  listAlerts: "reading",
  streamEvents: "reading",
  getOpenapi: "no key",
  getHealth: "no key",
  getReadiness: "no key",
  getMetrics: "no key",
  getDocs: "no key",
} as const satisfies Readonly<Record<OperationId, Audited | Unrecorded>>;

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
