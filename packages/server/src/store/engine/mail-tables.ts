/** Tables of e-mail addresses: whether they are confirmed, suppressed, or unsubscribed from a form. */
import type { Generated } from "kysely";

/** An address that an account sends e-mails to, or to which e-mails failed for good. */
export interface MailAddressTable {
  id: Generated<number>;
  account_id: number;
  /** In lower case; unique in the account. */
  address: string;
  /** `null` = notifications are not sent to it. Irrelevant for answers to submitters. */
  confirmed_at: number | null;
  /** When the last message was queued that asks for the confirmation. */
  confirmation_sent_at: Generated<number | null>;
  /** Unguessable, for the link that confirms the address. `null` if it never was a recipient. */
  link_token: string | null;
  /** E-mails that failed for good because of the address, since the last one that arrived. */
  failure_count: Generated<number>;
  /** If set, nothing is sent to the address. */
  suppressed_at: Generated<number | null>;
  /** The last answer of the mail server. */
  suppressed_reason: Generated<string | null>;
  created_at: number;
  /** Since when housekeeping has found nothing that needs the row; `null` = it is needed. */
  unused_since: Generated<number | null>;
}

/** A recipient who does not want the notifications of a form, even if the owner adds the address again. */
export interface MailUnsubscriptionTable {
  form_id: number;
  /** In lower case. */
  address: string;
  created_at: number;
  /** Unguessable, for the link that subscribes the address again. `null` if nobody has asked for it. */
  subscribe_token: Generated<string | null>;
  /** When the last message with that link was queued. */
  asked_at: Generated<number | null>;
}

/** A message of the last day that asked somebody for the consent to get e-mails. */
export interface MailRequestTable {
  id: Generated<number>;
  account_id: number;
  /** In lower case. */
  address: string;
  sent_at: number;
}

/** What somebody of the account wrote to the submitter. Its delivery has the state. */
export interface SubmissionReplyTable {
  id: Generated<number>;
  account_id: number;
  submission_id: number;
  delivery_id: number;
  /** The submitter's. */
  address: string;
  reply_to: string;
  subject: string;
  text: string;
  message_id: string;
  author_kind: "user" | "key";
  /** As that of a note. */
  author_id: number | null;
  author_name: string;
  created_at: number;
}

/** A text for replies, with tags; of one form or of the account. */
export interface ReplyTemplateTable {
  id: Generated<number>;
  account_id: number;
  form_id: number | null;
  name: string;
  body: string;
  created_at: number;
  updated_at: number;
}

/** The last automatic answer of a form to an address, unique by both. */
export interface MailReplyTable {
  id: Generated<number>;
  account_id: number;
  form_id: number;
  /** In lower case. */
  address: string;
  /** The only delivery that may be sent to the address for now. */
  delivery_id: number;
  /** When its last attempt was allowed. */
  allowed_at: number;
}
