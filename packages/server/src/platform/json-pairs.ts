/** Reads JSON texts without parsing them: splits the pairs `[[name, value], …]` into texts, and counts values. */

/** A name and a value, both as JSON text. */
export type JsonPair = { readonly name: string; readonly value: string };

export interface JsonPairs {
  readonly pairs: readonly JsonPair[];
  /** Whether names are unique and an object would keep their order, which names like "10" would change. */
  readonly areDistinct: boolean;
  readonly value: () => readonly (readonly [name: string, value: unknown])[];
}

/** With more names `areDistinct` is false without comparing them, since that takes quadratic time. */
const MAX_COMPARED = 32;

const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const OPEN_OBJECT = 0x7b;

/**
 * Each value is a string or a list of strings. Text that `JSON.stringify` would have written differently, as
 * with spaces, is parsed.
 *
 * @throws SyntaxError if it is not JSON.
 */
export function jsonPairs(json: string): JsonPairs {
  const value = () => JSON.parse(json) as [string, unknown][];
  const cut = cutPairs(json);
  return cut === undefined
    ? { pairs: value().map(toTexts), areDistinct: false, value }
    : { pairs: cut, areDistinct: areDistinct(cut), value };
}

const toTexts = ([name, value]: readonly [string, unknown]): JsonPair => ({
  name: JSON.stringify(name),
  value: JSON.stringify(value),
});

/** A name that begins with a digit may be an array index; it is treated as one. */
function areDistinct(pairs: readonly JsonPair[]): boolean {
  if (pairs.length > MAX_COMPARED) return false;
  return pairs.every(({ name }, at) => {
    const first = name.charCodeAt(1);
    if (first >= ZERO && first <= NINE) return false;
    for (let before = 0; before < at; before++) if (pairs[before]?.name === name) return false;
    return true;
  });
}

function cutPairs(json: string): readonly JsonPair[] | undefined {
  const pairs: JsonPair[] = [];
  if (json === "[]") return pairs;
  let at = 0;
  // `at` is at the [ of the list, then at the comma after each pair.
  while (json.charCodeAt(at) === (at === 0 ? OPEN : COMMA)) {
    if (json.charCodeAt(at + 1) !== OPEN) return undefined;
    const nameEnd = endOfString(json, at + 2);
    if (nameEnd === -1 || json.charCodeAt(nameEnd) !== COMMA) return undefined;
    const valueEnd = endOfValue(json, nameEnd + 1);
    if (valueEnd === -1 || json.charCodeAt(valueEnd) !== CLOSE) return undefined;
    pairs.push({ name: json.slice(at + 2, nameEnd), value: json.slice(nameEnd + 1, valueEnd) });
    at = valueEnd + 1;
  }
  return json.charCodeAt(at) === CLOSE && at === json.length - 1 && pairs.length > 0
    ? pairs
    : undefined;
}

/** Whether a JSON text has more than `max` values and members; reads no further than the one that exceeds it. */
export function hasMoreValues(json: string, max: number): boolean {
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(json, at);
      if (end === -1) return false;
      at = end - 1;
    } else if (code === COMMA || code === OPEN || code === OPEN_OBJECT) {
      values += 1;
      if (values > max) return true;
    }
  }
  return false;
}

/** The end of the string or list of strings at `at`; -1 if there is neither. */
function endOfValue(json: string, at: number): number {
  if (json.charCodeAt(at) !== OPEN) return endOfString(json, at);
  if (json.charCodeAt(at + 1) === CLOSE) return at + 2;
  let end = endOfString(json, at + 1);
  while (end !== -1 && json.charCodeAt(end) === COMMA) end = endOfString(json, end + 1);
  return end !== -1 && json.charCodeAt(end) === CLOSE ? end + 1 : -1;
}

function endOfString(json: string, at: number): number {
  if (json.charCodeAt(at) !== QUOTE) return -1;
  let quote = json.indexOf('"', at + 1);
  while (quote !== -1 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote === -1 ? -1 : quote + 1;
}

/** Whether the quote follows an odd number of backslashes. */
function isEscaped(json: string, quote: number): boolean {
  let first = quote;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}
