/** The mail that tells the people of an account what needs them: which alerts it is about, and its bytes. */
import { PLAIN } from "../domain/brand.ts";
import { intlLocale } from "../platform/language.ts";
import { fileSize } from "../platform/text/file-size.ts";
import { visible } from "../platform/text/safe-text.ts";
import { Button, Entries, Heading, Paragraph } from "./blocks.tsx";
import { type Mail, compose } from "./compose.ts";
import { longDate, type Zone } from "./dates.ts";
import { type Envelope, messageIdOf } from "./envelope.ts";
import { layout } from "./layout.tsx";
import { paragraphs, signature, textEntry } from "./plain-text.ts";
import { shorten } from "./shown-fields.ts";
import { TEXTS } from "./texts/texts.ts";
import { composedMessageId } from "../domain/delivery/delivery.ts";
import type { AlertNews } from "../domain/alerts/alert.ts";
import type { SignMessage } from "./dkim.ts";

/** What happened. Times are Unix milliseconds, sizes are bytes. */
export type Alert =
  | {
      readonly kind: "webhookFails" | "webhookDisabled";
      readonly webhook: string;
      /** `null` for the webhook that gets alerts. */
      readonly form: string | null;
      /** The first failure of the series. */
      readonly since: number;
      /** What the receiver answered, or why it could not be reached. */
      readonly lastError: string | null;
    }
  | {
      readonly kind: "webhookWorks";
      readonly webhook: string;
      readonly form: string | null;
      readonly since: number;
    }
  | { readonly kind: "deliveriesLate"; readonly waiting: number; readonly since: number }
  | { readonly kind: "diskLow"; readonly freeBytes: number }
  | {
      readonly kind: "quotaLow";
      /** `null` for the quota of the account. */
      readonly form: string | null;
      readonly usedBytes: number;
      readonly maxBytes: number;
    };

interface AlertInput {
  /** Of one kind, at least one. The first ones are described, the others counted. */
  readonly alerts: readonly [Alert, ...Alert[]];
  readonly zone: Zone;
  /** To one person. */
  readonly envelope: Envelope;
  /** The page of the dashboard that helps. */
  readonly openUrl: string;
}

export function alert({ alerts, zone, envelope, openUrl }: AlertInput): Mail {
  const texts = TEXTS[zone.language].alert;
  const { host } = new URL(openUrl);
  const shown = alerts.slice(0, MAX_SHOWN).map((what) => showAlert(what, zone));
  const number = (count: number) => count.toLocaleString(intlLocale(zone.language));
  const others = alerts.length - 1;
  const { subject: first } = textsOf(alerts[0], zone);
  const subject = others === 0 ? first : `${first} (+${number(others)})`;
  const hidden = alerts.length - shown.length;
  const more = hidden === 0 ? undefined : texts.more(number(hidden));
  const reason = texts.reason(host);
  return {
    from: { name: host, address: envelope.fromAddress },
    to: envelope.to,
    subject,
    text: paragraphs([
      ...shown.flatMap(({ body, errors }) => [body, errors.map(textEntry).join("\n")]),
      more,
      `${texts.open}: ${openUrl}`,
      signature([reason]),
    ]),
    html: layout({
      language: zone.language,
      brand: PLAIN,
      name: host,
      subject,
      preview: shown[0]?.body ?? "",
      content: (
        <>
          <Heading>{subject}</Heading>
          {shown.map(({ body, errors }) => (
            <>
              <Paragraph>{body}</Paragraph>
              <Entries entries={errors} />
            </>
          ))}
          {more === undefined ? null : <Paragraph>{more}</Paragraph>}
          <Button href={openUrl} brand={PLAIN}>
            {texts.open}
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

function showAlert(what: Alert, zone: Zone) {
  const { lastError: name } = TEXTS[zone.language].alert;
  const errors =
    "lastError" in what && what.lastError !== null
      ? [{ name, value: visible(shorten(what.lastError, MAX_ERROR_CHARACTERS)) }]
      : [];
  return { body: textsOf(what, zone).body, errors };
}

/** A mail of more is no longer read. */
const MAX_SHOWN = 20;
const MAX_NAME_CHARACTERS = 100;
const MAX_ERROR_CHARACTERS = 500;

function textsOf(what: Alert, zone: Zone): { readonly subject: string; readonly body: string } {
  const texts = TEXTS[zone.language].alert;
  const size = (bytes: number) => fileSize(bytes, zone.language);
  switch (what.kind) {
    case "webhookFails":
    case "webhookDisabled":
    case "webhookWorks": {
      const { subject, body } = texts[what.kind];
      const since = longDate(zone, what.since);
      const webhook = nameOf(what.webhook);
      return {
        subject: subject(webhook),
        body:
          what.form === null
            ? texts.alertsWebhook[what.kind](since)
            : body(webhook, nameOf(what.form), since),
      };
    }
    case "deliveriesLate": {
      const { subject, body } = texts.deliveriesLate;
      return { subject, body: body(what.waiting, longDate(zone, what.since)) };
    }
    case "diskLow":
      return { subject: texts.diskLow.subject, body: texts.diskLow.body(size(what.freeBytes)) };
    case "quotaLow": {
      const { subject, body, ofForm } = texts.quotaLow;
      const [used, max] = [size(what.usedBytes), size(what.maxBytes)];
      return {
        subject,
        body: what.form === null ? body(used, max) : ofForm(nameOf(what.form), used, max),
      };
    }
  }
}

const nameOf = (name: string): string => visible(shorten(name, MAX_NAME_CHARACTERS));

/** An account has neither a language nor a time zone. */
const ZONE: Zone = { language: "en", timezone: "UTC" };

interface AlertMessagesParts {
  readonly fromAddress: string;
  readonly sign: SignMessage;
  /** The origin of links. */
  readonly publicUrl: () => string;
}

/**
 * Returns a function that makes one message to one person about several alerts of a kind; it gives `undefined` if
 * there is none about them.
 */
export function createAlertMessages({ fromAddress, sign, publicUrl }: AlertMessagesParts) {
  return async (
    news: readonly AlertNews[],
    { to, uid, date }: { readonly to: string; readonly uid: string; readonly date: number },
  ): Promise<Uint8Array | undefined> => {
    const [first, ...others] = news.flatMap((one) => alertOf(one) ?? []);
    const [about] = news;
    if (first === undefined || about === undefined) return undefined;
    const messageId = messageIdOf(composedMessageId("alert", uid), fromAddress);
    const page = others.length === 0 ? pageOf(about) : "/dashboard";
    const mail = alert({
      alerts: [first, ...others],
      zone: ZONE,
      envelope: { fromAddress, to: [to], messageId, date },
      openUrl: `${publicUrl()}${page}`,
    });
    return sign(await compose(mail));
  };
}

/** An alert that is over makes no message, unless it says that a webhook works again. */
function alertOf({ detail, since, resolved_at }: AlertNews): Alert | undefined {
  if (resolved_at !== null) {
    if (detail.kind !== "webhook_failing") return undefined;
    const { webhook, form } = detail;
    return { kind: "webhookWorks", webhook, form, since };
  }
  switch (detail.kind) {
    case "webhook_failing":
    case "webhook_disabled": {
      const kind = detail.kind === "webhook_failing" ? "webhookFails" : "webhookDisabled";
      const { webhook, form, last_error: lastError } = detail;
      return { kind, webhook, form, since, lastError };
    }
    case "deliveries_late":
      return { kind: "deliveriesLate", waiting: detail.waiting, since };
    case "disk_low":
      return { kind: "diskLow", freeBytes: detail.free_bytes };
    case "quota_low":
      return {
        kind: "quotaLow",
        form: detail.form,
        usedBytes: detail.used_bytes,
        maxBytes: detail.max_bytes,
      };
    case "mail_failing":
      return undefined;
  }
}

/** The page of the dashboard that helps. */
function pageOf({ detail, subject_id }: AlertNews): string {
  switch (detail.kind) {
    case "webhook_failing":
    case "webhook_disabled":
      return detail.form === null ? "/dashboard/account" : `/dashboard/webhooks/${subject_id}`;
    case "deliveries_late":
      return "/dashboard/deliveries?state=queued";
    case "disk_low":
    case "quota_low":
    case "mail_failing":
      return "/dashboard";
  }
}
