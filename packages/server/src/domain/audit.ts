/** Entries of the audit log: who did what to which record. */

/** The actions, with their labels in the dashboard. */
export const AUDIT_ACTIONS = {
  "form.created": "Form created",
  "form.changed": "Form changed",
  "form.deleted": "Form deleted",
  "project.created": "Project created",
  "project.changed": "Project changed",
  "project.deleted": "Project deleted",
  "webhook.created": "Webhook created",
  "webhook.changed": "Webhook changed",
  "webhook.deleted": "Webhook deleted",
  "secret.revealed": "Signing secret revealed",
  "secret.replaced": "Signing secret replaced",
  "secret.staged": "Next signing secret staged",
  "secret.activated": "Next signing secret activated",
  "key.created": "Key created",
  "key.revoked": "Key revoked",
  "submission.deleted": "Submission deleted permanently",
  "submissions.exported": "Submissions exported",
  "session.begun": "Signed in",
  "session.ended": "Signed out",
  "link.made": "Sign-in link created by a command",
  "password.wrong": "Wrong password",
  "password.chosen": "E-mail and password chosen",
  "password.changed": "Password changed",
  "password.reset": "Password reset by a command",
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const isAuditAction = (text: string): text is AuditAction =>
  Object.hasOwn(AUDIT_ACTIONS, text);

export type AuditSubject = "form" | "project" | "webhook" | "key" | "submission";

/** Who did it: a signed-in user, an API key, or a command on the server. */
export type AuditActor =
  | { readonly kind: "session" | "key"; readonly name: string; readonly ip: string | null }
  | { readonly kind: "server"; readonly name: string; readonly ip: null };

/** One change. It contains no secrets: no values of settings, no text of keys, no fields. */
export interface AuditEntry {
  readonly action: AuditAction;
  /** The record that was changed; `undefined` if that is the account itself. */
  readonly subject?:
    { readonly kind: AuditSubject; readonly id: number; readonly name: string | null } | undefined;
  /** The names of the changed settings, or the number of records. */
  readonly detail?: string | undefined;
}
