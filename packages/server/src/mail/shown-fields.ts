/** The fields of a submission as mails show them: complete for people, bounded for hostile posts. */
import type { Fields } from "../domain/submission/submission.ts";
import { visible } from "../platform/text/safe-text.ts";
import { createTextBudget, truncateAt } from "../platform/text/truncation.ts";

const MAX_FIELDS = 200;
const MAX_NAME_CHARACTERS = 200;
const MAX_VALUE_CHARACTERS = 10_000;
/** Gmail hides the end of a message of more than 102 kB. */
const MAX_BYTES = 80_000;

export interface ShownField {
  readonly name: string;
  /** Lines are separated by a line feed. */
  readonly value: string;
}

export interface ShownFields {
  readonly fields: readonly ShownField[];
  /** Whether values or fields are missing. */
  readonly isShortened: boolean;
}

/** The fields in their order. Several values of a field are separated by commas; empty fields are left out. */
export function listShownFields(
  fields: Fields,
  { maxFields = MAX_FIELDS, maxCharacters = MAX_VALUE_CHARACTERS, maxBytes = MAX_BYTES } = {},
): ShownFields {
  const shown: ShownField[] = [];
  const budget = createTextBudget({ maxCharacters, maxBytes });
  let isShortened = false;
  for (const [name, given] of fields) {
    const whole = visible(typeof given === "string" ? given : given.join(", ")).trim();
    if (whole === "") continue;
    if (shown.length === maxFields || budget.isSpent) return { fields: shown, isShortened: true };
    const { text, cut } = budget.truncate(whole);
    isShortened ||= cut > 0;
    shown.push({
      name: visible(shorten(name, MAX_NAME_CHARACTERS)),
      value: cut > 0 ? `${text}…` : text,
    });
  }
  return { fields: shown, isShortened };
}

/** Returns the text, or its beginning and "…"; at most `max` UTF-16 code units. */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${truncateAt(text, max - 1).trimEnd()}…`;
