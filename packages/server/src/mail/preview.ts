/** Renders the mails about a submission without sending them, and sends one of them to try it. */
import type { Origins } from "../domain/submission/submission-text.ts";
import type { Ids } from "../domain/ids.ts";
import { unsubscribeLink } from "../domain/mail/links.ts";
import type {
  MailPreview,
  MailPreviews,
  PreviewSource,
  TestOutcome,
} from "../domain/mail/preview.ts";
import { payloadSource } from "../domain/delivery/payload-source.ts";
import type { DeliveryResult } from "../domain/delivery/delivery-result.ts";
import type { Clock } from "../platform/clock.ts";
import { visible } from "../platform/text/safe-text.ts";
import type { Mail } from "./compose.ts";
import { messageIdOf } from "./envelope.ts";
import { toOneLine } from "./plain-text.ts";
import { answerAbout, notificationAbout } from "./submission-messages.ts";

export interface MailPreviewParts {
  readonly clock: Pick<Clock, "now">;
  readonly ids: Pick<Ids, "uid">;
  readonly origins: Origins;
  /** The address of INTRAY_MAIL_FROM, and how to send from it; `undefined` if e-mail is not set up. */
  readonly sender: MailSender | undefined;
}

export interface MailSender {
  readonly address: string;
  readonly signed: (mail: Mail) => Promise<Uint8Array>;
  readonly send: (mail: Mail, to: string) => Promise<DeliveryResult>;
}

/** Of mails that are not sent. */
const UNUSED_ADDRESS = "forms@example.org";
/** No recipient has this token: the link in a preview unsubscribes nobody. */
const NO_TOKEN = "preview";

export function createMailPreviews({
  clock,
  ids,
  origins,
  sender,
}: MailPreviewParts): MailPreviews {
  const mailOf = ({ mail, form, submission }: PreviewSource): Mail => {
    const date = clock.now();
    const fromAddress = sender?.address ?? UNUSED_ADDRESS;
    const messageId = messageIdOf(`preview_${ids.uid(date)}`, fromAddress);
    const origin = origins.publicUrl;
    const about = {
      form,
      envelope: { fromAddress, messageId, date },
      submission: payloadSource(submission, origins),
      origin,
    };
    return mail === "answer"
      ? answerAbout(about)
      : notificationAbout(about, unsubscribeLink(origin, NO_TOKEN));
  };
  return {
    render: async (source) => showMail(mailOf(source), sender),
    async send(source, to) {
      if (sender === undefined) throw new TypeError("E-mail is not set up.");
      // Nobody can unsubscribe from a test, so mail programs must not offer it.
      const mail = { ...mailOf(source), to: [to], cc: [], unsubscribeUrl: undefined };
      return outcomeOf(await sender.send(mail, to), to);
    },
  };
}

function showMail(mail: Mail, sender: MailSender | undefined): MailPreview {
  const { from, to, cc, replyTo = null, subject, text, html } = mail;
  const address = sender?.address ?? null;
  return {
    from: { name: from.name, address },
    to,
    cc: cc ?? [],
    reply_to: replyTo,
    subject,
    text,
    html: html ?? "",
  };
}

function outcomeOf(result: DeliveryResult, to: string): TestOutcome {
  const { status: smtp_status, errorCode: error_code } = result;
  const outcome = { isAccepted: result.result === "delivered", smtp_status, error_code };
  const said = toOneLine(visible(result.excerpt ?? ""));
  if (result.result === "aborted") {
    const message = `The e-mail to ${to} was not sent, because others wait for the relay or the server stops. Try again.`;
    return { ...outcome, message };
  }
  if (smtp_status === null) {
    return { ...outcome, message: `The e-mail to ${to} was not sent: ${said}` };
  }
  return { ...outcome, message: `${RELAY[result.result](to)}: ${said}` };
}

const RELAY = {
  delivered: (to: string) => `The relay has accepted the e-mail to ${to}`,
  failed: (to: string) => `The relay has refused the e-mail to ${to}`,
  retry: (to: string) => `The relay does not take the e-mail to ${to} now`,
};
