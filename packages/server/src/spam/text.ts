/** Limits how much of a post's text the spam checks read. */
import type { Fields } from "../domain/submission/submission.ts";

/** The beginning of a long text shows spam as well as the whole. */
const MAX_CHARACTERS = 32_768;

/** Yields each value with the name of its field, in total at most 32,768 characters of values. */
export function* textsOf(fields: Fields): Generator<readonly [name: string, text: string]> {
  let left = MAX_CHARACTERS;
  for (const [name, value] of fields) {
    for (const text of typeof value === "string" ? [value] : value) {
      if (left <= 0) return;
      const part = text.length > left ? text.slice(0, left) : text;
      left -= part.length;
      yield [name, part];
    }
  }
}
