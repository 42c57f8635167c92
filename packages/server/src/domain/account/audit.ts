/** Entries of the audit log: who did what to which record. */

export const AUDIT_ACTIONS = {
  "account.changed": "Account changed",
  "form.created": "Form created",
  "form.changed": "Form changed",
  "form.deleted": "Form deleted",
  "consumer.forgotten": "Program that reads a queue forgotten",
  "confirmation.sent": "Confirmation of an e-mail address sent again",
  "email.tested": "Test e-mail sent",
  "recipient.released": "Suppressed e-mail address released",
  "project.created": "Project created",
  "project.changed": "Project changed",
  "project.deleted": "Project deleted",
  "project.restored": "Project restored",
  "webhook.created": "Webhook created",
  "webhook.changed": "Webhook changed",
  "webhook.deleted": "Webhook deleted",
  "webhook.tested": "Test delivery sent",
  "secret.revealed": "Signing secret revealed",
  "secret.replaced": "Signing secret replaced",
  "secret.staged": "Next signing secret staged",
  "secret.activated": "Next signing secret activated",
  "key.created": "Key created",
  "key.rotated": "Key rotated",
  "key.revoked": "Key revoked",
  "key.unknown": "Unknown key rejected",
  "member.invited": "Person invited",
  "member.changed": "Access of a person changed",
  "member.removed": "Person removed",
  "member.joined": "Person added by signing in",
  "submission.deleted": "Submission deleted permanently",
  "note.deleted": "Note deleted",
  "reply.written": "Reply written",
  "template.created": "Reply template created",
  "template.changed": "Reply template changed",
  "template.deleted": "Reply template deleted",
  "submissions.marked": "Submissions marked",
  "submissions.undone": "Marks of submissions undone",
  "submissions.exported": "Submissions exported",
  "submissions.imported": "Submissions imported",
  "webhooks.refired": "Webhooks re-fired",
  "deliveries.sent": "Waiting deliveries sent",
  "deliveries.stopped": "Sending of deliveries stopped",
  "attention.dismissed": "Submissions that reached nobody dismissed",
  "agent.changed": "Changed by an agent",
  "view.saved": "View of the inbox saved",
  "view.deleted": "View of the inbox deleted",
  "session.begun": "Signed in",
  "session.ended": "Signed out",
  "link.made": "Sign-in link created by a command",
  "password.wrong": "Wrong password",
  "factor.wrong": "Wrong second factor",
  "factor.added": "Second factor added",
  "factor.removed": "Second factor removed",
  "factor.reset": "Second factor removed by a command",
  "codes.made": "Recovery codes made",
  "login.unknown": "Sign-in with an unknown address rejected",
  "password.chosen": "E-mail and password chosen",
  "password.changed": "Password changed",
  "password.reset": "Password reset by a command",
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/**
 * Actions that scripts, queues and attackers repeat. Within an hour, equal ones of an actor (same subject and
 * detail) share an entry with a count, so that they do not fill the table.
 */
export const FOLDED_ACTIONS: ReadonlySet<AuditAction> = new Set([
  "submissions.marked",
  "submissions.undone",
  "submissions.exported",
  "submissions.imported",
  "webhooks.refired",
  "deliveries.sent",
  "webhook.tested",
  "email.tested",
  "secret.revealed",
  "agent.changed",
  "key.unknown",
  "password.wrong",
  "factor.wrong",
  "login.unknown",
]);

export const isAuditAction = (text: string): text is AuditAction =>
  Object.hasOwn(AUDIT_ACTIONS, text);

export type AuditSubject = "form" | "project" | "webhook" | "key" | "member" | "submission";

/** Who did it: a signed-in user, an API key, a command on the server, or the provider of single sign-on. */
export type AuditActor =
  | { readonly kind: "session" | "key" | "oidc"; readonly name: string; readonly ip: string | null }
  | { readonly kind: "server"; readonly name: string; readonly ip: null };

/** The actors of attempts without a login or a key. What was typed is not recorded: it may be a password. */
export const STRANGERS = {
  "key.unknown": { kind: "key", name: "Unknown key" },
  "login.unknown": { kind: "session", name: "Unknown address" },
} as const;

/** A setting before and after: strings as they are, other values as JSON, long ones shortened, secrets as fingerprints. */
export interface AuditChange {
  readonly setting: string;
  readonly old: string;
  readonly new: string;
}

/** One change. It contains no secrets: no text of keys, no fields of submissions. */
export interface AuditEntry {
  readonly action: AuditAction;
  /** The record that was changed; `undefined` if that is the account itself. */
  readonly subject?:
    | {
        readonly kind: AuditSubject;
        readonly id: number;
        readonly name: string | null;
        /** Its project, or its form if that is known only. */
        readonly project_id?: number | undefined;
        readonly form_id?: number | undefined;
      }
    | undefined;
  /** The names of the changed settings, the marks, or what was exported. */
  readonly detail?: string | undefined;
  /** Of these settings, those whose values differ. */
  readonly changes?: readonly AuditChange[] | undefined;
}
