/** The mail in which somebody of the account answers a submitter: plain text, with the submission quoted below. */
import { renderTemplate } from "../delivery/template/render.ts";
import { RenderError, wrongTemplate } from "../delivery/template/problem.ts";
import { compileTemplate } from "../delivery/template/compile.ts";
import { composedMessageId } from "../domain/delivery/delivery.ts";
import type { PayloadSource } from "../domain/delivery/payload-source.ts";
import {
  MAX_REPLY_CHARACTERS,
  MAX_SUBJECT_CHARACTERS,
  type Conversation,
  type ReplyDraft,
  type ReplySource,
  type ReplyMails,
} from "../domain/mail/written-reply.ts";
import { visible } from "../platform/text/safe-text.ts";
import type { Mail } from "./compose.ts";
import { longDate } from "./dates.ts";
import { longMessageIdOf, mailLanguage, messageIdOf, zoneOf } from "./envelope.ts";
import { headerText } from "./header-text.ts";
import { ownText } from "./own-templates.ts";
import { toOneLine } from "./plain-text.ts";
import { postedHeaders } from "./posted-headers.ts";
import { listShownFields } from "./shown-fields.ts";
import { TEXTS } from "./texts.ts";
import { payloadSource } from "../domain/delivery/payload-source.ts";
import type { MailPreviewParts } from "./preview.ts";

export type ReplyContent = Pick<ReplyDraft, "subject" | "text" | "quoted"> & {
  readonly fromName: string;
};

/**
 * @param source The submission of `reply`.
 * @throws RenderError if the template is wrong or renders too much; RangeError if the text is empty or too long.
 */
export function replyContent(reply: ReplySource, source: PayloadSource): ReplyContent {
  const { form, content } = reply;
  const written = "text" in content ? content.text : render(content.template, source);
  const text = visible(written).trim();
  if (text === "") throw new RangeError("The reply has no text.");
  if (text.length > MAX_REPLY_CHARACTERS) {
    throw new RangeError(`The reply has more than ${MAX_REPLY_CHARACTERS} characters.`);
  }
  return {
    fromName: form.mail.autoreply_from_name ?? form.name,
    subject: headerText(reply.subject ?? usualSubject(reply, source), MAX_SUBJECT_CHARACTERS),
    text,
    quoted: quotationOf(form, source),
  };
}

/** @param at What identifies the mail, and when it is written. */
export const writeReply = (
  { to, reply_to, conversation }: ReplySource,
  { fromName, subject, text, quoted }: ReplyContent,
  at: { readonly fromAddress: string; readonly messageId: string; readonly date: number },
): Mail => ({
  from: { name: fromName, address: at.fromAddress },
  to: [to],
  replyTo: reply_to,
  subject,
  text: `${text}\n\n${quoted}\n`,
  html: undefined,
  messageId: at.messageId,
  earlierIds: earlierIds(conversation, at.fromAddress),
  date: at.date,
  autoSubmitted: undefined,
});

/** RFC 5322 allows any number; mail programs look at the first and the last ones. */
const MAX_REFERENCES = 20;

function earlierIds({ answer, replies }: Conversation, fromAddress: string): readonly string[] {
  const [first, ...others] = [
    // The answer may have been sent by an earlier version.
    ...(answer === null
      ? []
      : [longMessageIdOf(answer, fromAddress), messageIdOf(answer, fromAddress)]),
    ...replies.map(({ message_id }) => message_id),
  ];
  return first === undefined ? [] : [first, ...others.slice(1 - MAX_REFERENCES)];
}

const IS_REPLY = /^(?:re|aw|antw|sv)\s*:/i;

/** Mail programs show mails with another subject as another conversation. */
function usualSubject({ form, conversation }: ReplySource, source: PayloadSource): string {
  const last = conversation.replies.at(-1)?.subject ?? firstSubject();
  return IS_REPLY.test(last) ? last : `Re: ${last}`;

  function firstSubject(): string {
    if (conversation.answer !== null) {
      const texts = TEXTS[mailLanguage(form)].reply;
      return ownText("autoreply_subject", form.mail, source) ?? texts.subject;
    }
    return postedHeaders(source.fields, form.origin_service).subject ?? form.name;
  }
}

function quotationOf(form: ReplySource["form"], source: PayloadSource): string {
  const { entries } = TEXTS[mailLanguage(form)].reply;
  const { fields } = listShownFields(source.fields);
  const lines = fields.flatMap(({ name, value }) => {
    const [first = "", ...others] = value.split(/[\n\u2028\u2029]/);
    return others.length === 0
      ? [`${toOneLine(name)}: ${first}`]
      : [`${toOneLine(name)}:`, first, ...others];
  });
  return [
    `${entries}, ${longDate(zoneOf(form), source.created_at)}:`,
    ...lines.map((line) => `> ${line}`.trimEnd()),
  ].join("\n");
}

function render(template: string, source: PayloadSource): string {
  const compiled = compileTemplate(template, "text/plain");
  if (compiled.kind === "compiled") return renderTemplate(compiled.template, source).text;
  throw new RenderError("not_compiled", wrongTemplate(compiled.problem), compiled.problem);
}

/** Makes the mails in which people answer submitters, and shows them before they are sent. */
export function createReplyMails({ clock, ids, origins, sender }: MailPreviewParts): ReplyMails {
  const contentOf = (source: ReplySource) =>
    replyContent(source, payloadSource(source.submission, origins));
  return {
    async draft(source) {
      const { fromName, ...content } = contentOf(source);
      const from = { name: fromName, address: sender?.address ?? null };
      return { from, to: source.to, reply_to: source.reply_to, ...content };
    },
    async compose(source) {
      if (sender === undefined) throw new TypeError("E-mail is not set up.");
      const content = contentOf(source);
      const date = clock.now();
      const uid = ids.uid(date);
      const fromAddress = sender.address;
      const message_id = messageIdOf(composedMessageId("reply", uid), fromAddress);
      const mail = writeReply(source, content, { fromAddress, messageId: message_id, date });
      const bytes = await sender.signed(mail);
      const { subject, text } = content;
      return { subject, text, uid, message_id, content_type: "message/rfc822", bytes };
    },
  };
}
