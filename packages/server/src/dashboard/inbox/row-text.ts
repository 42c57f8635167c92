/** What a row of the inbox says of a submission: who sent it, and its first words. */
import type { FieldValue, Submission } from "@intray/sdk/schemas";

const NAME = /^(?:(?:full|your|first|last)[ _-]?)?name$/i;
const MESSAGE =
  /^(?:your[ _-]?)?(?:message|comments?|text|body|question|enquiry|inquiry|description|details|notes?)$/i;
const EMAIL = /^e-?mail(?:[ _-]?address)?$/i;

const MAX_CHARACTERS = 160;
/** A value may be megabytes; what is looked at is more than is shown, for the spaces in it. */
const MAX_READ_CHARACTERS = 4 * MAX_CHARACTERS;

/** Its e-mail address, or else a name; `undefined` when it gave neither. */
export function senderOf({ email, form_params }: Submission): string | undefined {
  const names = form_params.filter(({ name }) => NAME.test(name)).map(({ value }) => value);
  return nonEmpty(oneLine(email ?? "")) ?? nonEmpty(joined(names, " "));
}

/** The beginning of its message, or of all that it says; empty when that is nothing. */
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

/** Its beginning on one line; line ends and control characters are spaces. */
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
  // Half of a pair is no character.
  return `${beginning.replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}

const nonEmpty = (text: string): string | undefined => (text === "" ? undefined : text);
