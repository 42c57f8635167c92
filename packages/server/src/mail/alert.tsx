/** The mail that tells the people of an account what needs them. */
import { PLAIN } from "../domain/brand.ts";
import { fileSize } from "../platform/text/file-size.ts";
import { visible } from "../platform/text/safe-text.ts";
import { Button, Entries, Heading, Paragraph } from "./blocks.tsx";
import type { Mail } from "./compose.ts";
import { longDate, type Zone } from "./dates.ts";
import type { Envelope } from "./envelope.ts";
import { layout } from "./layout.tsx";
import { paragraphs, signature, textEntry } from "./plain-text.ts";
import { shorten } from "./shown-fields.ts";
import { TEXTS } from "./texts/texts.ts";

/** What happened. Times are Unix milliseconds, sizes are bytes. */
export type Alert =
  | {
      readonly kind: "webhookFails" | "webhookDisabled";
      readonly webhook: string;
      readonly form: string;
      /** The first failure of the series. */
      readonly since: number;
      /** What the receiver answered, or why it could not be reached. */
      readonly lastError: string | null;
    }
  | {
      readonly kind: "webhookWorks";
      readonly webhook: string;
      readonly form: string;
      readonly since: number;
    }
  | { readonly kind: "deliveriesLate"; readonly waiting: number; readonly since: number }
  | { readonly kind: "diskLow"; readonly freeBytes: number }
  | { readonly kind: "quotaLow"; readonly usedBytes: number; readonly maxBytes: number };

export interface AlertInput {
  readonly alert: Alert;
  readonly zone: Zone;
  /** To one person. */
  readonly envelope: Envelope;
  /** The page of the dashboard that helps. */
  readonly openUrl: string;
}

export function alert({ alert: what, zone, envelope, openUrl }: AlertInput): Mail {
  const texts = TEXTS[zone.language].alert;
  const { host } = new URL(openUrl);
  const { subject, body } = textsOf(what, zone);
  const reason = texts.reason(host);
  const errors =
    "lastError" in what && what.lastError !== null
      ? [{ name: texts.lastError, value: visible(shorten(what.lastError, MAX_ERROR_CHARACTERS)) }]
      : [];
  return {
    from: { name: host, address: envelope.fromAddress },
    to: envelope.to,
    cc: envelope.cc,
    replyTo: undefined,
    subject,
    text: paragraphs([
      body,
      errors.map(textEntry).join("\n"),
      `${texts.open}: ${openUrl}`,
      signature([reason]),
    ]),
    html: layout({
      language: zone.language,
      brand: PLAIN,
      name: host,
      subject,
      preview: body,
      content: (
        <>
          <Heading>{subject}</Heading>
          <Paragraph>{body}</Paragraph>
          <Entries entries={errors} />
          <Button href={openUrl} brand={PLAIN}>
            {texts.open}
          </Button>
        </>
      ),
      footer: reason,
    }),
    messageId: envelope.messageId,
    threadId: undefined,
    date: envelope.date,
    autoSubmitted: "auto-generated",
    isBulk: false,
    unsubscribeUrl: undefined,
    attachments: [],
  };
}

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
      const [webhook, form] = [what.webhook, what.form].map((name) =>
        visible(shorten(name, MAX_NAME_CHARACTERS)),
      );
      return {
        subject: subject(webhook ?? ""),
        body: body(webhook ?? "", form ?? "", longDate(zone, what.since)),
      };
    }
    case "deliveriesLate": {
      const { subject, body } = texts.deliveriesLate;
      return { subject, body: body(what.waiting, longDate(zone, what.since)) };
    }
    case "diskLow":
      return { subject: texts.diskLow.subject, body: texts.diskLow.body(size(what.freeBytes)) };
    case "quotaLow":
      return {
        subject: texts.quotaLow.subject,
        body: texts.quotaLow.body(size(what.usedBytes), size(what.maxBytes)),
      };
  }
}
