/** The mail that asks a recipient whether it wants the submissions of a form. */
import { PLAIN } from "../domain/brand.ts";
import { Button, Heading, Paragraph } from "./blocks.tsx";
import type { Mail } from "./compose.ts";
import { type Envelope, mailLanguage, type MailForm } from "./envelope.ts";
import { layout } from "./layout.tsx";
import { paragraphs } from "./plain-text.ts";
import { shorten } from "./shown-fields.ts";
import { TEXTS } from "./texts.ts";

export interface ConfirmationInput {
  readonly form: MailForm;
  /** To the recipient only. */
  readonly envelope: Envelope;
  readonly confirmUrl: string;
}

/** Enough to recognize a form, too short for an advertisement to a stranger. */
const MAX_FORM_CHARACTERS = 60;

/** Has neither the logo nor the colors of the form, since the recipient did not ask for it. */
export function confirmation({ form, envelope, confirmUrl }: ConfirmationInput): Mail {
  const language = mailLanguage(form);
  const texts = TEXTS[language].confirmation;
  const { host } = new URL(confirmUrl);
  const body = texts.body(shorten(form.name, MAX_FORM_CHARACTERS), host);
  return {
    from: { name: host, address: envelope.fromAddress },
    to: envelope.to,
    subject: texts.subject,
    text: paragraphs([body, `${texts.confirm}: ${confirmUrl}`, texts.ignore]),
    html: layout({
      language,
      brand: PLAIN,
      name: host,
      subject: texts.subject,
      preview: body,
      content: (
        <>
          <Heading>{texts.heading}</Heading>
          <Paragraph>{body}</Paragraph>
          <Button href={confirmUrl} brand={PLAIN}>
            {texts.confirm}
          </Button>
        </>
      ),
      footer: texts.ignore,
    }),
    messageId: envelope.messageId,
    date: envelope.date,
    autoSubmitted: "auto-generated",
  };
}
