/** Mails for tests. */
import { MAIL_DEFAULTS, type MailSettings } from "../../src/domain/mail/settings.ts";
import type { Mail } from "../../src/mail/compose.ts";
import type { Envelope, MailForm } from "../../src/mail/envelope.ts";
import type { NotificationInput } from "../../src/mail/notification.tsx";
import { EMPTY_SUBMISSION } from "../payload-sources.ts";

export const mailForm = (mail: Partial<MailSettings> = {}, name = "Contact"): MailForm => ({
  name,
  uuid: "0123456789ab",
  timezone: "Europe/Berlin",
  mail: { ...MAIL_DEFAULTS, ...mail },
});

export const ENVELOPE: Envelope = {
  fromAddress: "forms@intray.test",
  to: ["owner@example.org"],
  cc: ["team@example.org"],
  messageId: "msg_7_3@intray.test",
  date: Date.UTC(2026, 10, 23, 13, 5),
};

export const SIMPLE_MAIL: Mail = {
  from: { name: "Contact", address: ENVELOPE.fromAddress },
  to: ENVELOPE.to,
  cc: ENVELOPE.cc,
  replyTo: "ada@example.org",
  subject: "Hello",
  text: "Hello\n",
  html: "<p>Hello</p>",
  messageId: ENVELOPE.messageId,
  threadId: "form_0123456789ab@intray.test",
  date: ENVELOPE.date,
  autoSubmitted: "auto-generated",
  unsubscribeUrl: "https://intray.test/unsubscribe/token",
};

export const notificationInput = (over: Partial<NotificationInput> = {}): NotificationInput => ({
  form: mailForm(),
  envelope: ENVELOPE,
  submission: {
    ...EMPTY_SUBMISSION,
    id: 7,
    created_at: Date.UTC(2026, 10, 23, 13, 4),
    email: "ada@example.org",
    fields: [
      ["name", "Ada Lovelace"],
      ["email", "ada@example.org"],
      ["message", "Good afternoon,\r\nwe would like forty chairs."],
    ],
  },
  place: null,
  replyTo: "ada@example.org",
  postedSubject: null,
  links: {
    open: "https://intray.test/dashboard/submissions/7",
    markAsSpam: "https://intray.test/spam/7",
    refire: "https://intray.test/refire/7",
  },
  unsubscribeUrl: "https://intray.test/unsubscribe/token",
  areFilesTooLarge: false,
  attachments: [],
  ...over,
});
