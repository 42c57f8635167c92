/** Pairs as a browser sends them, folded into fields. */
import { storable } from "../platform/storable-text.ts";
import type { Field, Fields } from "../domain/submission.ts";
import { fieldTooLarge, type IntakeLimits, tooManyFields } from "./limits.ts";

export type Pair = readonly [name: string, value: string];

/**
 * A repeated name becomes one field with all its values, where the name first stood; `name[]` is
 * always a list, under `name`.
 *
 * @throws AppError `too_large` naming the limit and the field.
 */
export function toFields(
  pairs: Iterable<Pair>,
  { maxFields, maxFieldBytes }: Pick<IntakeLimits, "maxFields" | "maxFieldBytes">,
): Fields {
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

/** A UTF-16 unit is one to three bytes in UTF-8, so most values need no counting. */
function isLonger(value: string, maxBytes: number): boolean {
  return value.length * 3 > maxBytes && Buffer.byteLength(value) > maxBytes;
}
