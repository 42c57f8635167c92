/** Makes text storable: PostgreSQL rejects U+0000, and its JSON rejects lone surrogates. */

/** Replaces U+0000 and lone surrogates by U+FFFD. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
}

/** Whether a JSON text may contain an escaped surrogate. May be true for other text, never false for one. */
export const mayContainSurrogate = (json: string): boolean => /\\ud[89a-f]/i.test(json);

/** A reviver or replacer that replaces lone surrogates in values by U+FFFD. */
export const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed() : value;
