/** The text of a row in the inbox: the sender, and the beginning of the message. */
import type { FieldValue, Submission } from "@intray/sdk/schemas";

const NAME = /^(?:(?:full|your|first|last)[ _-]?)?name$/i;
const MESSAGE =
  /^(?:your[ _-]?)?(?:message|comments?|text|body|question|enquiry|inquiry|description|details|notes?)$/i;
const EMAIL = /^e-?mail(?:[ _-]?address)?$/i;

const MAX_CHARACTERS = 160;
/** Bounds the work on long values; more than is shown, since runs of spaces are collapsed. */
const MAX_READ_CHARACTERS = 4 * MAX_CHARACTERS;

/** Returns the e-mail address, else the values of name fields; `undefined` if there are neither. */
export function senderOf({ email, form_params }: Submission): string | undefined {
  const names = form_params.filter(({ name }) => NAME.test(name)).map(({ value }) => value);
  return nonEmpty(oneLine(email ?? "")) ?? nonEmpty(joined(names, " "));
}

/** Returns the beginning of the message fields, else of all other fields; empty if there is no text. */
export function messagePreview({ form_params }: Submission): string {
  const message = form_params.filter(({ name }) => MESSAGE.test(name)).map(({ value }) => value);
  const rest = form_params.filter(({ name }) => !NAME.test(name) && !EMAIL.test(name));
  return (
    nonEmpty(joined(message, " ")) ??
    joined(
      rest.map(({ value }) => value),
      " · ",
    )
  );
}

function joined(values: readonly FieldValue[], separator: string): string {
  let text = "";
  for (const value of values.flat()) {
    const line = oneLine(value);
    if (line !== "") text += `${text === "" ? "" : separator}${line}`;
    if (text.length > MAX_CHARACTERS) break;
  }
  return truncate(text);
}

/** Returns the beginning of a text on one line, with spaces for line breaks and control characters. */
const oneLine = (text: string): string =>
  truncate(
    text
      .slice(0, MAX_READ_CHARACTERS)
      .toWellFormed()
      .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
      .trim(),
  );

function truncate(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const beginning = text.slice(0, MAX_CHARACTERS);
  // Does not end with half of a surrogate pair.
  return `${beginning.replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}

const nonEmpty = (text: string): string | undefined => (text === "" ? undefined : text);

/** Whether nobody has looked at it yet. A submission that is read counts as seen. */
export const isUnseen = ({ seen_at, read }: Pick<Submission, "seen_at" | "read">): boolean =>
  seen_at === null && !read;
