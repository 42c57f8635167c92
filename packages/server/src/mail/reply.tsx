/** The automatic answer to the sender of a submission. */
import type { PayloadSource } from "../domain/delivery/payload-source.ts";
import type { Fields } from "../domain/submission/submission.ts";
import { Entries, Lines, Paragraph, Subheading } from "./blocks.tsx";
import type { Mail } from "./compose.ts";
import { type Envelope, mailLanguage, type MailForm } from "./envelope.ts";
import { layout } from "./layout.tsx";
import { ownHtml, ownText } from "./own-templates.ts";
import { paragraphs, signature, textEntry } from "./plain-text.ts";
import { shorten, listShownFields } from "./shown-fields.ts";
import { TEXTS } from "./texts.ts";

export interface ReplyInput {
  readonly form: MailForm;
  /** To the sender only. */
  readonly envelope: Envelope;
  readonly submission: PayloadSource;
}

/**
 * Contains no field of the submission, unless a template of the form names it or the form sends a copy of the
 * data: anybody can enter a stranger's address in a form.
 *
 * @throws RenderError if a template of the form is wrong, or renders too much for this submission.
 */
export function reply({ form, envelope, submission }: ReplyInput): Mail {
  const { mail } = form;
  const texts = TEXTS[mailLanguage(form)].reply;
  const source = { ...submission, fields: submission.fields.map(shortField) };
  const subject = ownText("autoreply_subject", mail, source) ?? texts.subject;
  const content: Content = {
    form,
    subject,
    body: (ownText("autoreply_body", mail, source) ?? `${texts.greeting}\n\n${texts.body}`).split(
      /\n{2,}/,
    ),
    signed: [
      mail.autoreply_greeting,
      mail.autoreply_name,
      mail.autoreply_title,
      mail.autoreply_email,
    ].filter((line) => line !== null),
    entries: mail.data_receipt_email ? listShownFields(submission.fields).fields : [],
  };
  const own = mail.autoreply_use_custom_template
    ? ownHtml("autoreply_custom_template", mail, source)
    : undefined;
  return {
    from: { name: mail.autoreply_from_name ?? form.name, address: envelope.fromAddress },
    to: envelope.to,
    replyTo: mail.autoreply_email ?? undefined,
    subject,
    text: own?.text ?? textOf(content),
    html: own?.html ?? pageOf(content),
    messageId: envelope.messageId,
    date: envelope.date,
    autoSubmitted: "auto-replied",
    isBulk: true,
  };
}

interface Content {
  readonly form: MailForm;
  readonly subject: string;
  readonly body: readonly string[];
  readonly signed: readonly string[];
  readonly entries: ReturnType<typeof listShownFields>["fields"];
}

/** A name or an order number fits; an advertisement, which a stranger sends to another one, hardly does. */
const MAX_NAMED_CHARACTERS = 500;

const shortField = ([name, value]: Fields[number]): Fields[number] =>
  typeof value === "string"
    ? [name, shorten(value, MAX_NAMED_CHARACTERS)]
    : [name, value.slice(0, 20).map((one) => shorten(one, MAX_NAMED_CHARACTERS))];

function textOf({ form, body, signed, entries }: Content): string {
  const texts = TEXTS[mailLanguage(form)].reply;
  return paragraphs([
    ...body,
    signed.join("\n"),
    entries.length === 0 ? undefined : [`${texts.entries}:`, ...entries.map(textEntry)].join("\n"),
    signature([texts.reason]),
  ]);
}

function pageOf({ form, subject, body, signed, entries }: Content): string {
  const texts = TEXTS[mailLanguage(form)].reply;
  return layout({
    language: mailLanguage(form),
    brand: form.mail,
    name: form.name,
    subject,
    preview: body.join(" "),
    content: (
      <>
        {body.map((paragraph) => (
          <Paragraph>
            <Lines text={paragraph} />
          </Paragraph>
        ))}
        {signed.length === 0 ? null : (
          <Paragraph>
            <Lines text={signed.join("\n")} />
          </Paragraph>
        )}
        {entries.length === 0 ? null : (
          <>
            <Subheading>{texts.entries}</Subheading>
            <Entries
              entries={entries.map(({ name, value }) => ({ name, value: <Lines text={value} /> }))}
            />
          </>
        )}
      </>
    ),
    footer: texts.reason,
  });
}
