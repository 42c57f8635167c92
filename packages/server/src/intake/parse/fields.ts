/** Converts the pairs of a form post into fields. */
import { storable } from "../../platform/text/safe-text.ts";
import type { Field, Fields } from "../../domain/submission/submission.ts";
import { fieldTooLarge, type FieldLimits, tooManyFields } from "./limits.ts";

export type Pair = readonly [name: string, value: string];

/**
 * Merges repeated names into one field with a list of values, at the position of the first. `name[]` becomes a
 * list under `name`, even with one value.
 *
 * @throws AppError `too_large` that names the limit and the field.
 */
export function toFields(pairs: Iterable<Pair>, { maxFields, maxFieldBytes }: FieldLimits): Fields {
  const fields = new Map<string, string | string[]>();
  let count = 0;
  for (const [sentName, sentValue] of pairs) {
    count += 1;
    if (count > maxFields) throw tooManyFields(maxFields);
    const isList = sentName.length > 2 && sentName.endsWith("[]");
    const name = storable(isList ? sentName.slice(0, -2) : sentName);
    const value = storable(sentValue);
    if (isLonger(value, maxFieldBytes)) throw fieldTooLarge(name, maxFieldBytes);
    const before = fields.get(name);
    if (before === undefined) fields.set(name, isList ? [value] : value);
    else if (typeof before === "string") fields.set(name, [before, value]);
    else before.push(value);
  }
  return [...fields] satisfies Field[];
}

/** Skips counting for most values: a UTF-16 unit takes at most three bytes in UTF-8. */
const isLonger = (value: string, maxBytes: number): boolean =>
  value.length * 3 > maxBytes && Buffer.byteLength(value) > maxBytes;
