/** Turns a mail into the bytes of an Internet message (RFC 5322, MIME). */
import { hash } from "node:crypto";
import type MailComposer from "nodemailer/lib/mail-composer";
import { parseAddress } from "../domain/mail/address.ts";
import { headerText, isMessageId } from "./header-text.ts";

export interface Mailbox {
  /** Shown by mail programs; may be any text. */
  readonly name: string;
  readonly address: string;
}

export interface MailAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

export interface Mail {
  readonly from: Mailbox;
  readonly to: readonly string[];
  readonly cc?: readonly string[] | undefined;
  /** Left out of the message if it is not an address that Intray sends to. */
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  /** `undefined` for a mail of plain text. */
  readonly html?: string | undefined;
  /** Without angle brackets. The same for every repeat of this mail. */
  readonly messageId: string;
  /** Message id of the thread's root, which no mail has: mails that reply to it are shown as one thread. */
  readonly threadId?: string | undefined;
  /** Message ids of the mails before it in a conversation, the oldest first; instead of {@link threadId}. */
  readonly earlierIds?: readonly string[];
  /** Unix milliseconds. */
  readonly date: number;
  /** RFC 3834: `auto-replied` answers a message of the recipient; `undefined` if a person wrote the mail. */
  readonly autoSubmitted: "auto-generated" | "auto-replied" | undefined;
  /** Sent to many, or an answer: older programs do not answer mails with this precedence. */
  readonly isBulk?: boolean;
  /** Unsubscribes with one click (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
  readonly attachments?: readonly MailAttachment[];
}

const MAX_SUBJECT_CHARACTERS = 200;
const MAX_NAME_CHARACTERS = 80;
const MAX_FILE_NAME_CHARACTERS = 120;
/** Most mail servers refuse messages of more than 25 MB, and base64 adds a third. */
export const MAX_ATTACHED_BYTES = 10 * 1_024 * 1_024;

/**
 * Loads nodemailer's composer, which servers without e-mail do not need. Called at the start, so that the first
 * mail reads nothing from disk.
 */
export async function loadComposer(): Promise<typeof MailComposer> {
  const loaded = await import("nodemailer/lib/mail-composer");
  return loaded.default;
}

/**
 * Returns the message. The same mail always gives the same bytes.
 *
 * @throws RangeError if an address, a message id or the unsubscribe URL is not valid, or if the attachments are
 *   larger than {@link MAX_ATTACHED_BYTES} together.
 */
export async function compose(mail: Mail): Promise<Uint8Array> {
  const { cc = [], attachments = [] } = mail;
  const attached = attachments.reduce((sum, { content }) => sum + content.byteLength, 0);
  if (attached > MAX_ATTACHED_BYTES) {
    throw new RangeError(`The attachments have ${attached} bytes, more than a mail may have.`);
  }
  const Composer = await loadComposer();
  const { threadId, earlierIds = threadId === undefined ? [] : [threadId] } = mail;
  const references = earlierIds.map(messageId);
  const replyTo = mail.replyTo === undefined ? undefined : replyToAddress(mail.replyTo);
  const message = new Composer({
    from: mailbox(mail.from),
    to: mail.to.map((address) => mailbox({ name: "", address }, mail.to.length === 1)),
    cc: cc.map((address) => mailbox({ name: "", address })),
    ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
    subject: headerText(mail.subject, MAX_SUBJECT_CHARACTERS),
    messageId: messageId(mail.messageId),
    ...(references.length === 0 ? {} : { inReplyTo: references.at(-1), references }),
    date: new Date(mail.date),
    headers: headersOf(mail),
    text: mail.text.toWellFormed(),
    ...(mail.html === undefined ? {} : { html: mail.html.toWellFormed() }),
    attachments: attachments.map(({ name, contentType, content }) => ({
      filename: headerText(name, MAX_FILE_NAME_CHARACTERS) || "file",
      contentType: isContentType(contentType) ? contentType : "application/octet-stream",
      content: Buffer.from(content),
    })),
    // Derived from the mail, so that a repeat has the same bytes.
    baseBoundary: hash(
      "sha256",
      `${mail.messageId}\n${mail.text}\n${mail.html ?? ""}`,
      "hex",
    ).slice(0, 32),
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message.compile().build();
}

function headersOf({ autoSubmitted, isBulk = false, unsubscribeUrl }: Mail) {
  const headers: Record<string, string | { readonly prepared: true; readonly value: string }> = {};
  if (autoSubmitted !== undefined) {
    headers["Auto-Submitted"] = autoSubmitted;
    // Exchange sends out-of-office replies unless it is told not to.
    headers["X-Auto-Response-Suppress"] = "OOF, AutoReply";
  }
  if (isBulk) headers["Precedence"] = "bulk";
  if (unsubscribeUrl === undefined) return headers;
  const url = URL.parse(unsubscribeUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new RangeError(`The unsubscribe link is not a web address: ${unsubscribeUrl}`);
  }
  // An encoded URL would be unreadable; it is ASCII without spaces already.
  headers["List-Unsubscribe"] = { prepared: true, value: `<${url.href}>` };
  headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click";
  return headers;
}

function mailbox({ name, address }: Mailbox, mayBeInternational = false): Mailbox {
  const parsed = parseAddress(address, mayBeInternational);
  if ("problem" in parsed) throw new RangeError(parsed.problem);
  return { name: headerText(name, MAX_NAME_CHARACTERS), address: parsed.address };
}

/** The address as Reply-To contains it; `undefined` if it is not valid. */
export function replyToAddress(address: string): string | undefined {
  const parsed = parseAddress(address.trim());
  return "problem" in parsed ? undefined : parsed.address;
}

function messageId(id: string): string {
  if (!isMessageId(id)) throw new RangeError(`Not a message id: ${id}`);
  return `<${id}>`;
}

/** Type and subtype only: parameters could begin another header. */
const isContentType = (text: string) => /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}$/.test(text);
