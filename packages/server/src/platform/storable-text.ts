/** What every store can keep of a text: SQLite takes any, PostgreSQL no U+0000, and JSON no half of a pair. */

/** U+0000 and lone surrogates become U+FFFD. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
}

/** Whether a JSON text may hold half of a surrogate pair: so JSON writes one, and a person who wrote these letters. */
export const mayHoldHalfPair = (json: string): boolean => /\\ud[89a-f]/i.test(json);

/** For JSON.parse and JSON.stringify: halves of surrogate pairs in values become U+FFFD. */
export const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed() : value;
