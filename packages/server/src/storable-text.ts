/** What every store can keep of a text: SQLite takes any, PostgreSQL no U+0000, and JSON no half of a pair. */

/** U+0000 and lone surrogates become U+FFFD. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
}
