/** The mail that tells the people of an account what needs them: its words and its bytes. */
import { alertText, alertTitle } from "../domain/alerts/alert-record.ts";
import type { AlertNews } from "../domain/alerts/alert.ts";
import { PLAIN } from "../domain/brand.ts";
import { composedMessageId } from "../domain/delivery/delivery.ts";
import { Button, Heading, Paragraph, Soft } from "./blocks.tsx";
import { type Mail, compose } from "./compose.ts";
import { longDate, type Zone } from "./dates.ts";
import type { SignMessage } from "./dkim.ts";
import { type Envelope, messageIdOf } from "./envelope.ts";
import { layout } from "./layout.tsx";
import { paragraphs, signature } from "./plain-text.ts";

interface AlertMailInput {
  /** Of one kind, at least one. The first ones are described, the others counted. */
  readonly news: readonly [AlertNews, ...AlertNews[]];
  /** To one person. */
  readonly envelope: Envelope;
  /** The page of the dashboard that helps. */
  readonly openUrl: string;
}

/** A mail of more is no longer read. */
const MAX_SHOWN = 20;
const OPEN = "Open dashboard";
/** An account has neither a language nor a time zone. */
const ZONE: Zone = { language: "en", timezone: "UTC" };

export function alertMail({ news, envelope, openUrl }: AlertMailInput): Mail {
  const { host } = new URL(openUrl);
  const shown = news.slice(0, MAX_SHOWN).map((one) => ({
    text: alertText(one),
    since: `Since ${longDate(ZONE, one.since)}`,
  }));
  const others = (count: number) => count.toLocaleString("en");
  const title = alertTitle(news[0]);
  const subject = news.length === 1 ? title : `${title} (+${others(news.length - 1)})`;
  const more = news.length > MAX_SHOWN ? `and ${others(news.length - MAX_SHOWN)} more` : undefined;
  const reason = `You receive this e-mail because you have an account on ${host}.`;
  return {
    from: { name: host, address: envelope.fromAddress },
    to: envelope.to,
    subject,
    text: paragraphs([
      ...shown.map(({ text, since }) => `${text}\n${since}`),
      more,
      `${OPEN}: ${openUrl}`,
      signature([reason]),
    ]),
    html: layout({
      language: ZONE.language,
      brand: PLAIN,
      name: host,
      subject,
      preview: shown[0]?.text ?? "",
      content: (
        <>
          <Heading>{subject}</Heading>
          {shown.map(({ text, since }) => (
            <>
              <Paragraph>{text}</Paragraph>
              <Soft>{since}</Soft>
            </>
          ))}
          {more === undefined ? null : <Paragraph>{more}</Paragraph>}
          <Button href={openUrl} brand={PLAIN}>
            {OPEN}
          </Button>
        </>
      ),
      footer: reason,
    }),
    messageId: envelope.messageId,
    date: envelope.date,
    autoSubmitted: "auto-generated",
  };
}

interface AlertMessagesParts {
  readonly fromAddress: string;
  readonly sign: SignMessage;
  readonly publicUrl: () => string;
}

/**
 * Returns a function that makes one message to one person about several alerts of a kind; it gives `undefined` if
 * there is none about them.
 */
export function createAlertMessages({ fromAddress, sign, publicUrl }: AlertMessagesParts) {
  return async (
    all: readonly AlertNews[],
    { to, uid, date }: { readonly to: string; readonly uid: string; readonly date: number },
  ): Promise<Uint8Array | undefined> => {
    const [first, ...others] = all.filter(isMailed);
    if (first === undefined) return undefined;
    const messageId = messageIdOf(composedMessageId("alert", uid), fromAddress);
    const page = others.length === 0 ? pageOf(first) : "/dashboard";
    const mail = alertMail({
      news: [first, ...others],
      envelope: { fromAddress, to: [to], messageId, date },
      openUrl: `${publicUrl()}${page}`,
    });
    return sign(await compose(mail));
  };
}

/** An alert that is over makes no mail, unless it says that a webhook works again. */
const isMailed = ({ kind, resolved_at }: AlertNews): boolean =>
  kind !== "mail_failing" && (resolved_at === null || kind === "webhook_failing");

function pageOf({ detail, subject_id }: AlertNews): string {
  switch (detail.kind) {
    case "webhook_failing":
    case "webhook_disabled":
      return detail.form === null ? "/dashboard/account" : `/dashboard/webhooks/${subject_id}`;
    case "deliveries_late":
      return "/dashboard/deliveries?state=queued";
    case "form_silent":
      return `/dashboard/forms/${subject_id}`;
    case "key_expires":
    case "key_expires_soon":
      return "/dashboard/keys";
    case "disk_low":
    case "quota_low":
    case "mail_failing":
      return "/dashboard";
  }
}
