/** The mail that tells of one submission. */
import type { PayloadFile, PayloadSource } from "../domain/delivery/payload-source.ts";
import { fileSize } from "../platform/text/file-size.ts";
import { intlLocale } from "../platform/language.ts";
import { visible } from "../platform/text/safe-text.ts";
import { Button, Entries, Facts, Heading, Lines, TextLink, Soft, SoftSpan } from "./blocks.tsx";
import { type Mail, type MailAttachment, replyToAddress } from "./compose.ts";
import { longDate } from "./dates.ts";
import { type Envelope, mailLanguage, type MailForm, threadIdOf, zoneOf } from "./envelope.ts";
import { layout, withFooter } from "./layout.tsx";
import { ownHtml, ownText } from "./own-templates.ts";
import { toOneLine, paragraphs, signature, textEntry } from "./plain-text.ts";
import { shorten, type ShownField, listShownFields, type ShownFields } from "./shown-fields.ts";
import { TEXTS } from "./texts.ts";

/** Pages of the dashboard; `null` leaves the button out. */
export interface NotificationLinks {
  readonly open: string | null;
  readonly markAsSpam: string | null;
  /** Sends the submission to its webhooks again. */
  readonly refire: string | null;
}

export interface NotificationInput {
  readonly form: MailForm;
  readonly envelope: Envelope;
  readonly submission: PayloadSource;
  /** Where the sender is, such as `Munich, Bavaria, Germany`; `null` if unknown. */
  readonly place: string | null;
  /** The address for replies. The form may keep it out of Reply-To. */
  readonly replyTo: string | null;
  /** The control field `_subject` of the post. It replaces the subject of the form. */
  readonly postedSubject: string | null;
  /** Not shown if the form hides them. */
  readonly links: NotificationLinks;
  readonly unsubscribeUrl: string;
  readonly attachments: readonly MailAttachment[];
  /** The form wants files attached, but these are only links. */
  readonly areFilesTooLarge: boolean;
}

/** @throws RenderError if a template of the form is wrong, or renders too much for this submission. */
export function notification(input: NotificationInput): Mail {
  const { form, envelope, submission } = input;
  const { mail } = form;
  const subject =
    input.postedSubject ??
    ownText("notification_subject", mail, submission) ??
    TEXTS[mailLanguage(form)].notification.subject(form.name);
  const page: Page = {
    input,
    subject,
    shown: listShownFields(submission.fields),
    facts: factsOf(input),
    replyTo:
      input.replyTo === null || mail.exclude_submitter_from_reply
        ? undefined
        : replyToAddress(input.replyTo),
  };
  const own = mail.use_custom_template ? ownHtml("custom_template", mail, submission) : undefined;
  return {
    from: { name: mail.notification_from_name ?? form.name, address: envelope.fromAddress },
    to: envelope.to,
    cc: envelope.cc,
    replyTo: page.replyTo,
    subject,
    text: own === undefined ? textOf(page) : paragraphs([own.text.trimEnd(), textFooter(page)]),
    html: own === undefined ? pageOf(page) : withFooter(own.html, <Footer page={page} />),
    messageId: envelope.messageId,
    threadId: threadIdOf(form, envelope.fromAddress),
    date: envelope.date,
    autoSubmitted: "auto-generated",
    unsubscribeUrl: input.unsubscribeUrl,
    attachments: input.attachments,
  };
}

interface Page {
  readonly input: NotificationInput;
  readonly subject: string;
  readonly shown: ShownFields;
  /** What Intray knows of the submission apart from its fields. */
  readonly facts: readonly ShownField[];
  readonly replyTo: string | undefined;
}

const MAX_FACT_CHARACTERS = 2_000;

function factsOf({ form, submission, place }: NotificationInput): readonly ShownField[] {
  const texts = TEXTS[mailLanguage(form)].notification;
  const { lead, source_url } = submission;
  const score =
    lead === null
      ? null
      : [
          texts.score(lead.score.toLocaleString(intlLocale(mailLanguage(form)))),
          lead.score_reasoning,
          lead.score_location_info,
        ]
          .filter((part) => part !== null && part !== "")
          .join("\n");
  const facts = [
    [texts.source, source_url],
    [texts.place, place],
    [texts.leadScore, score],
  ] as const;
  return facts.flatMap(([name, value]) =>
    value === null ? [] : [{ name, value: visible(shorten(value, MAX_FACT_CHARACTERS)) }],
  );
}

const MAX_FILE_NAME_CHARACTERS = 200;
const fileName = ({ name }: PayloadFile) =>
  toOneLine(visible(shorten(name, MAX_FILE_NAME_CHARACTERS)));

/** The buttons in their order. */
function buttonsOf({ form, links }: NotificationInput) {
  if (form.mail.hide_dashboard_button) return [];
  const texts = TEXTS[mailLanguage(form)].notification;
  const buttons = [
    [texts.open, links.open],
    [texts.markAsSpam, links.markAsSpam],
    [texts.refire, links.refire],
  ] as const;
  return buttons.flatMap(([label, href]) => (href === null ? [] : [{ label, href }]));
}

function textOf(page: Page): string {
  const { input, shown, facts, replyTo } = page;
  const { form, submission } = input;
  const language = mailLanguage(form);
  const texts = TEXTS[language].notification;
  const files = submission.attachments.map(
    (file) => `  ${fileName(file)} (${fileSize(file.file_size, language)}): ${file.public_url}`,
  );
  return paragraphs([
    `${texts.subject(form.name)}\n${longDate(zoneOf(form), submission.created_at)}`,
    shown.fields.length === 0 ? texts.noFields : shown.fields.map(textEntry).join("\n"),
    shown.isShortened ? texts.shortened : undefined,
    files.length === 0 ? undefined : [`${texts.files}:`, ...files].join("\n"),
    input.areFilesTooLarge ? texts.filesTooLarge : undefined,
    facts.map(textEntry).join("\n"),
    replyTo === undefined ? undefined : texts.replyGoesTo(replyTo),
    buttonsOf(input)
      .map(({ label, href }) => `${label}: ${href}`)
      .join("\n"),
    textFooter(page),
  ]);
}

function textFooter({ input: { form, unsubscribeUrl } }: Page): string {
  const { notification: texts, unsubscribe } = TEXTS[mailLanguage(form)];
  return signature([texts.reason(form.name), `${unsubscribe}: ${unsubscribeUrl}`]);
}

function pageOf(page: Page): string {
  const { input, subject, shown, facts, replyTo } = page;
  const { form, submission } = input;
  const language = mailLanguage(form);
  const texts = TEXTS[language].notification;
  const files = submission.attachments;
  return layout({
    language,
    brand: form.mail,
    name: form.name,
    subject,
    preview: previewOf(shown),
    content: (
      <>
        <Heading>{form.name}</Heading>
        <Soft>
          {texts.heading}
          {" · "}
          {longDate(zoneOf(form), submission.created_at)}
        </Soft>
        {shown.fields.length === 0 ? <Soft>{texts.noFields}</Soft> : null}
        <Entries
          entries={[
            ...shown.fields.map(withLines),
            ...(files.length === 0
              ? []
              : [{ name: texts.files, value: <FileLinks files={files} form={form} /> }]),
          ]}
        />
        {input.areFilesTooLarge ? <Soft>{texts.filesTooLarge}</Soft> : null}
        {shown.isShortened ? <Soft>{texts.shortened}</Soft> : null}
        <Facts facts={facts.map(withLines)} />
        {replyTo === undefined ? null : <Soft>{texts.replyGoesTo(replyTo)}</Soft>}
        {buttonsOf(input).map(({ label, href }, index) => (
          <Button href={href} brand={form.mail} isSecondary={index > 0}>
            {label}
          </Button>
        ))}
      </>
    ),
    footer: <Footer page={page} />,
  });
}

function Footer({ page: { input } }: { readonly page: Page }) {
  const { notification: texts, unsubscribe } = TEXTS[mailLanguage(input.form)];
  return (
    <>
      {texts.reason(input.form.name)} <TextLink href={input.unsubscribeUrl}>{unsubscribe}</TextLink>
    </>
  );
}

const withLines = ({ name, value }: ShownField) => ({ name, value: <Lines text={value} /> });

const MAX_PREVIEW_CHARACTERS = 140;
const previewOf = ({ fields }: ShownFields) =>
  shorten(
    fields
      .slice(0, 4)
      .map(({ value }) => shorten(value, MAX_PREVIEW_CHARACTERS))
      .join(" · "),
    MAX_PREVIEW_CHARACTERS,
  );

const FileLinks = ({
  files,
  form,
}: {
  readonly files: readonly PayloadFile[];
  readonly form: MailForm;
}) => (
  <>
    {files.map((file) => (
      <div>
        <TextLink href={file.public_url}>{fileName(file)}</TextLink>{" "}
        <SoftSpan>({fileSize(file.file_size, mailLanguage(form))})</SoftSpan>
      </div>
    ))}
  </>
);
