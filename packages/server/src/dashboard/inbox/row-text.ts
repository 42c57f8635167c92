/** The text of a row in the inbox: who sent the submission, its subject, and how it begins. */
import type { FieldValue, Submission } from "@intray/sdk/schemas";

const FULL_NAME = /^(?:(?:full|your|my|contact|customer|display)[ _-]?)?name$/i;
const FIRST_NAME = /^(?:(?:first|given|fore)[ _-]?name|fname)$/i;
const LAST_NAME = /^(?:(?:last|family|sur)[ _-]?name|lname)$/i;
const SUBJECT = /^(?:your[ _-]?)?(?:subject|topic|title)$/i;
const MESSAGE =
  /^(?:your[ _-]?)?(?:message|comments?|text|body|question|enquiry|inquiry|description|details|notes?)$/i;
const EMAIL = /^e-?mail(?:[ _-]?address)?$/i;

const MAX_CHARACTERS = 160;
/** Bounds the work on long values; more than is shown, since runs of spaces are collapsed. */
const READ_FACTOR = 4;

type Fields = Submission["form_params"];

/** Returns the name and the e-mail address of the sender; `undefined` for what is missing. */
export function senderOf({ email, form_params }: Pick<Submission, "email" | "form_params">): {
  readonly name: string | undefined;
  readonly address: string | undefined;
} {
  const full = textOf(form_params, FULL_NAME);
  const parts = [textOf(form_params, FIRST_NAME), textOf(form_params, LAST_NAME)];
  const name = full ?? nonEmpty(truncate(parts.filter((part) => part !== undefined).join(" ")));
  return { name, address: nonEmpty(oneLine(email ?? "")) };
}

/** Returns the name, else the address; `undefined` if there is neither. */
export function senderName(submission: Submission): string | undefined {
  const { name, address } = senderOf(submission);
  return name ?? address;
}

/** Returns the subject; `undefined` if no field has one. */
export const subjectOf = ({ form_params }: Submission) => textOf(form_params, SUBJECT);

/** Returns the beginning of the message fields, else of all other fields; empty if there is no text. */
export function messagePreview(
  { form_params }: Submission,
  maxCharacters = MAX_CHARACTERS,
): string {
  const rest = form_params.filter(({ name }) => !NOT_PREVIEWED.some((field) => field.test(name)));
  return (
    textOf(form_params, MESSAGE, maxCharacters) ??
    joinValues(
      rest.map(({ value }) => value),
      " · ",
      maxCharacters,
    )
  );
}

const NOT_PREVIEWED = [FULL_NAME, FIRST_NAME, LAST_NAME, SUBJECT, EMAIL];

/** Returns the values of the fields with a matching name; `undefined` if there is no text. */
function textOf(fields: Fields, names: RegExp, maxCharacters?: number): string | undefined {
  const values = fields.filter(({ name }) => names.test(name)).map(({ value }) => value);
  return nonEmpty(joinValues(values, " ", maxCharacters));
}

function joinValues(
  values: readonly FieldValue[],
  separator: string,
  maxCharacters = MAX_CHARACTERS,
): string {
  let text = "";
  for (const value of values.flat()) {
    const line = oneLine(value, maxCharacters);
    if (line !== "") text += `${text === "" ? "" : separator}${line}`;
    if (text.length > maxCharacters) break;
  }
  return truncate(text, maxCharacters);
}

/** Returns the beginning of a text on one line, with spaces for line breaks and control characters. */
const oneLine = (text: string, maxCharacters = MAX_CHARACTERS): string =>
  truncate(
    text
      .slice(0, READ_FACTOR * maxCharacters)
      .toWellFormed()
      .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
      .trim(),
    maxCharacters,
  );

function truncate(text: string, maxCharacters = MAX_CHARACTERS): string {
  if (text.length <= maxCharacters) return text;
  const beginning = text.slice(0, maxCharacters);
  // Does not end with half of a surrogate pair.
  return `${beginning.replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}

const nonEmpty = (text: string): string | undefined => (text === "" ? undefined : text);

/** Whether nobody has looked at it yet. A submission that is read counts as seen. */
export const isUnseen = ({ seen_at, read }: Pick<Submission, "seen_at" | "read">): boolean =>
  seen_at === null && !read;
