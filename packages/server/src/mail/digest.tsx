/** The mail that lists the submissions of an hour, a day or a week, and what was held as spam. */
import type { Fields } from "../domain/submission/submission.ts";
import { intlLocale } from "../platform/language.ts";
import { visible } from "../platform/text/safe-text.ts";
import { Button, Entries, Heading, InlineEntry, TextLink, Soft, Subheading } from "./blocks.tsx";
import type { Mail } from "./compose.ts";
import { longDate, shortDate } from "./dates.ts";
import { type Envelope, mailLanguage, type MailForm, threadIdOf, zoneOf } from "./envelope.ts";
import { layout } from "./layout.tsx";
import { toOneLine, paragraphs, signature, textEntry } from "./plain-text.ts";
import { shorten, type ShownField, listShownFields } from "./shown-fields.ts";
import { TEXTS } from "./texts.ts";

export interface DigestEntry {
  readonly createdAt: number;
  readonly email: string | null;
  readonly fields: Fields;
  /** Its page in the dashboard. */
  readonly open: string | null;
}

export interface DigestInput {
  readonly form: MailForm;
  readonly envelope: Envelope;
  /** The period of the digest. Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  /** All submissions of the period, of which the lists may be the first ones. */
  readonly counts: { readonly submissions: number; readonly spam: number };
  readonly submissions: readonly DigestEntry[];
  readonly spam: readonly DigestEntry[];
  /** The list of the form's submissions in the dashboard. */
  readonly openAll: string | null;
  readonly unsubscribeUrl: string;
}

/** The most entries that a digest lists; more of them would make it longer than mail programs show. */
export const MAX_LISTED_SUBMISSIONS = 30;
export const MAX_LISTED_SPAM = 20;

export function digest(input: DigestInput): Mail {
  const { form, envelope, counts } = input;
  const subject = TEXTS[mailLanguage(form)].digest.subject(form.name, counts.submissions);
  const lists = [
    listOf(input, "submissions", MAX_LISTED_SUBMISSIONS, SUBMISSION_LIMITS),
    listOf(input, "spam", MAX_LISTED_SPAM, SPAM_LIMITS),
  ];
  return {
    from: { name: form.mail.notification_from_name ?? form.name, address: envelope.fromAddress },
    to: envelope.to,
    cc: envelope.cc,
    subject,
    text: textOf(input, lists),
    html: pageOf(input, lists, subject),
    messageId: envelope.messageId,
    threadId: threadIdOf(form, envelope.fromAddress),
    date: envelope.date,
    autoSubmitted: "auto-generated",
    isBulk: true,
    unsubscribeUrl: input.unsubscribeUrl,
  };
}

const SUBMISSION_LIMITS = { maxFields: 12, maxCharacters: 400, maxBytes: 2_500 };
const SPAM_LIMITS = { maxFields: 6, maxCharacters: 120, maxBytes: 1_200 };

interface List {
  readonly kind: "submissions" | "spam";
  readonly count: number;
  readonly items: readonly Item[];
  /** Submissions that are not listed. */
  readonly more: number;
}
interface Item {
  readonly title: string;
  readonly date: string;
  readonly fields: readonly ShownField[];
  readonly open: string | null;
}

const MAX_TITLE_CHARACTERS = 100;

function listOf(
  { form, counts, ...lists }: DigestInput,
  kind: List["kind"],
  max: number,
  limits: typeof SUBMISSION_LIMITS,
): List {
  const items = lists[kind].slice(0, max).map(({ createdAt, email, fields, open }): Item => {
    const shown = listShownFields(fields, limits).fields.map(({ name, value }) => ({
      name,
      value: toOneLine(value),
    }));
    const title = email ?? shown[0]?.value ?? "—";
    return {
      title: visible(shorten(title, MAX_TITLE_CHARACTERS)),
      date: shortDate(zoneOf(form), createdAt),
      fields: shown.filter(({ value }) => value !== title),
      open: form.mail.hide_dashboard_button ? null : open,
    };
  });
  return { kind, count: counts[kind], items, more: Math.max(0, counts[kind] - items.length) };
}

function labelOf(form: MailForm, { kind, count }: List): string {
  const texts = TEXTS[mailLanguage(form)].digest;
  const label = kind === "spam" ? texts.heldAsSpam : texts.submissions;
  return `${label}: ${count.toLocaleString(intlLocale(mailLanguage(form)))}`;
}

function periodOf({ form, from, to }: DigestInput): string {
  const zone = zoneOf(form);
  return TEXTS[mailLanguage(form)].digest.period(longDate(zone, from), longDate(zone, to));
}

function textOf(input: DigestInput, lists: readonly List[]): string {
  const { form } = input;
  const { digest: texts, notification, unsubscribe } = TEXTS[mailLanguage(form)];
  return paragraphs([
    `${form.name}\n${periodOf(input)}\n${lists.map((list) => labelOf(form, list)).join("\n")}`,
    ...lists.flatMap((list) =>
      list.count === 0
        ? []
        : [
            `${labelOf(form, list)}\n${"=".repeat(20)}`,
            list.kind === "spam" ? texts.spamHint : undefined,
            ...list.items.map(({ title, date, fields, open }) =>
              [
                `${date} · ${title}`,
                ...fields.map(textEntry),
                ...(open === null ? [] : [`${texts.open}: ${open}`]),
              ].join("\n"),
            ),
            list.more === 0 ? undefined : texts.more(list.more),
          ],
    ),
    openAllOf(input) === null ? undefined : `${texts.openAll}: ${input.openAll}`,
    signature([notification.reason(form.name), `${unsubscribe}: ${input.unsubscribeUrl}`]),
  ]);
}

const openAllOf = ({ form, openAll }: DigestInput) =>
  form.mail.hide_dashboard_button ? null : openAll;

function pageOf(input: DigestInput, lists: readonly List[], subject: string): string {
  const { form, unsubscribeUrl } = input;
  const { digest: texts, notification, unsubscribe } = TEXTS[mailLanguage(form)];
  const openAll = openAllOf(input);
  const summary = lists.map((list) => labelOf(form, list)).join(" · ");
  return layout({
    language: mailLanguage(form),
    brand: form.mail,
    name: form.name,
    subject,
    preview: summary,
    content: (
      <>
        <Heading>{form.name}</Heading>
        <Soft>{periodOf(input)}</Soft>
        {lists.map((list) => (
          <ListOf list={list} form={form} />
        ))}
        {openAll === null ? null : (
          <Button href={openAll} brand={form.mail}>
            {texts.openAll}
          </Button>
        )}
      </>
    ),
    footer: (
      <>
        {notification.reason(form.name)} <TextLink href={unsubscribeUrl}>{unsubscribe}</TextLink>
      </>
    ),
  });
}

function ListOf({ list, form }: { readonly list: List; readonly form: MailForm }) {
  const texts = TEXTS[mailLanguage(form)].digest;
  return (
    <>
      <Subheading>{labelOf(form, list)}</Subheading>
      {list.kind === "spam" && list.count > 0 ? <Soft>{texts.spamHint}</Soft> : null}
      <Entries
        entries={list.items.map(({ title, date, fields, open }) => ({
          name: date,
          value: (
            <>
              <strong>{open === null ? title : <TextLink href={open}>{title}</TextLink>}</strong>
              {fields.map((field) => (
                <InlineEntry {...field} />
              ))}
            </>
          ),
        }))}
      />
      {list.more === 0 ? null : <Soft>{texts.more(list.more)}</Soft>}
    </>
  );
}
