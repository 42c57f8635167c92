/** A reply: an e-mail that somebody of the account writes to the submitter of a submission. */
import type { Reply } from "@intray/sdk/schemas";
import { MASK } from "../delivery/webhook.ts";
import { isoTime } from "../../platform/iso-time.ts";
import type { PayloadSubmission } from "../delivery/payload-source.ts";
import type { NoteAuthor } from "../submission/note.ts";
import type { NotifiedForm } from "./notified-form.ts";

/** Replies to one submission. */
export const MAX_REPLIES = 200;

/** Characters of the text that a person writes. */
export const MAX_REPLY_CHARACTERS = 20_000;

/** UTF-16 code units of a subject. */
export const MAX_SUBJECT_CHARACTERS = 200;

/**
 * - `queued`: waits in the outbox, or is being sent.
 * - `sent`: the relay has accepted it.
 * - `failed`: it was refused, or could not be sent in time.
 */
export type ReplyState = "queued" | "sent" | "failed";

export interface ReplyRecord {
  readonly id: number;
  readonly submission_id: number;
  readonly to: string;
  readonly reply_to: string;
  readonly subject: string;
  /** As it was written, without the quoted submission. */
  readonly text: string;
  /** Without angle brackets. */
  readonly message_id: string;
  readonly author_kind: NoteAuthor["kind"];
  readonly author_id: number | null;
  /** As the author was called when the reply was written. */
  readonly author_name: string;
  readonly created_at: number;
  readonly delivery_id: number;
  readonly state: ReplyState;
  /** Why it failed, such as `smtp_550`, or why its last attempt did. */
  readonly reason: string | null;
  /** What the relay said to the last attempt; `null` if it was not reached. */
  readonly answer: string | null;
  /** When it was sent or failed; `null` while it is queued. */
  readonly finished_at: number | null;
}

export const replyInApi = (reply: ReplyRecord, masksPeople = false): Reply => ({
  id: reply.id,
  submission_id: reply.submission_id,
  to: reply.to,
  reply_to: masksPeople ? MASK : reply.reply_to,
  subject: reply.subject,
  text: reply.text,
  author: masksPeople && reply.author_kind === "user" ? MASK : reply.author_name,
  author_kind: reply.author_kind,
  state: reply.state,
  reason: reply.reason,
  answer: masksPeople ? null : reply.answer,
  message_id: reply.message_id,
  delivery_id: reply.delivery_id,
  created_at: isoTime(reply.created_at),
  finished_at: reply.finished_at === null ? null : isoTime(reply.finished_at),
});

/** The mails to the submitter before a reply. */
export interface Conversation {
  /** The message id of the form's automatic answer, without its domain; `null` if the submitter got none. */
  readonly answer: string | null;
  /** Earlier replies, the oldest first; message ids without angle brackets. */
  readonly replies: readonly { readonly message_id: string; readonly subject: string }[];
}

export interface ReplySource {
  readonly form: NotifiedForm;
  readonly submission: PayloadSubmission;
  readonly conversation: Conversation;
  readonly to: string;
  readonly reply_to: string;
  /** `undefined` for "Re: " and the subject of the last mail. */
  readonly subject: string | undefined;
  /** What somebody wrote, or a template with tags. */
  readonly content: { readonly text: string } | { readonly template: string };
}

/** The mail as it would be sent. */
export interface ReplyDraft {
  /** The address is `null` if e-mail is not set up. */
  readonly from: { readonly name: string; readonly address: string | null };
  readonly to: string;
  readonly reply_to: string;
  readonly subject: string;
  readonly text: string;
  /** The submission, as the mail quotes it below the text. */
  readonly quoted: string;
}

export interface ComposedReply extends Pick<ReplyDraft, "subject" | "text"> {
  /** Unguessable. */
  readonly uid: string;
  /** Without angle brackets. */
  readonly message_id: string;
  readonly content_type: string;
  readonly bytes: Uint8Array;
}

export interface ReplyMails {
  /** @throws RenderError of the template, or RangeError. */
  readonly draft: (source: ReplySource) => Promise<ReplyDraft>;
  /** Must not be called if e-mail is not set up. @throws RenderError of the template, or RangeError. */
  readonly compose: (source: ReplySource) => Promise<ComposedReply>;
}
