/** Makes the mails in which people answer submitters, and shows them before they are sent. */
import { composedMessageId } from "../domain/delivery/delivery.ts";
import { payloadSource } from "../domain/delivery/payload-source.ts";
import type { ReplyMails, ReplySource } from "../domain/mail/written-reply.ts";
import { messageIdOf } from "./envelope.ts";
import type { MailPreviewParts } from "./preview.ts";
import { replyContent, writeReply } from "./written-reply.ts";

export function createReplyMails({ clock, ids, publicUrl, sender }: MailPreviewParts): ReplyMails {
  const contentOf = (source: ReplySource) =>
    replyContent(source, payloadSource(source.submission, publicUrl()));
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
