/** The text of a post, as much of it as checks look at. */
import type { Fields } from "../domain/submission.ts";

/** Characters; the beginning of a megabyte tells spam as well as the whole of it. */
const MAX_CHARACTERS = 32_768;

/** Each value by itself, with its field's name; together at most 32,768 characters. */
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
