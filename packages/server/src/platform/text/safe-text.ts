/** Makes untrusted text safe: to show, in one line, in HTML, and to store. */

/** Control characters and bidirectional formatting characters; {@link symbolOf} keeps tabs and newlines. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const DIRECTIONS: Readonly<Record<string, string>> = {
  "\u202a": "[LRE]",
  "\u202b": "[RLE]",
  "\u202c": "[PDF]",
  "\u202d": "[LRO]",
  "\u202e": "[RLO]",
  "\u2066": "[LRI]",
  "\u2067": "[RLI]",
  "\u2068": "[FSI]",
  "\u2069": "[PDI]",
};

/** Replaces each control or direction character with a visible symbol or name. */
export const visible = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(CONTROLS, (character) => DIRECTIONS[character] ?? symbolOf(character));

/** Returns the text in one line that a terminal can show, without control characters, which it would obey. */
export const oneLine = (text: string): string => visible(text).replaceAll(/\s+/g, " ").trim();

/** Returns the Unicode control picture (U+2400 …) of an ASCII control, or `[U+0085]` for others. */
function symbolOf(character: string): string {
  const code = character.charCodeAt(0);
  if (character === "\t" || character === "\n") return character;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `[U+00${code.toString(16).toUpperCase()}]`;
}

interface TextPart {
  readonly text: string;
  /** Set if the part is an http or https URL that is safe to link. */
  readonly href?: string;
}

/** Limits the number of elements that one text can add to a page. */
const MAX_LINKS = 50;
const MAX_ADDRESS_CHARACTERS = 2_000;
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`|\\^{}\p{Cc}\u2028-\u202e\u2066-\u2069]+/giu;

/** Splits a text into plain parts and URLs; the parts joined are the text. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  let links = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    if (found.length > MAX_ADDRESS_CHARACTERS) continue;
    const address = withoutTrailingPunctuation(found);
    const href = webAddress(address);
    if (href === undefined) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: address, href });
    end = index + address.length;
    links += 1;
    if (links === MAX_LINKS) break;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

const TRAILING_PUNCTUATION = new Set(".,;:!?'\")]");

/** Removes punctuation that ends a sentence. A loop, since a regular expression would be quadratic. */
function withoutTrailingPunctuation(address: string): string {
  let { length } = address;
  while (length > 0 && TRAILING_PUNCTUATION.has(address.charAt(length - 1))) length -= 1;
  return address.slice(0, length);
}

/**
 * Returns the URL that a link may have; `undefined` for other schemes than http and https, and for URLs
 * with a user name, since that can be mistaken for the host (`https://bank.example@evil.example/`).
 */
export function webAddress(text: string): string | undefined {
  if (text.length > MAX_ADDRESS_CHARACTERS) return undefined;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  return url.username === "" && url.password === "" ? url.href : undefined;
}

/** False for text with line breaks or other control characters, which could begin another header of an e-mail. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);

/** Escapes a text for HTML, also for a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

/** Makes text storable: PostgreSQL rejects U+0000, and its JSON rejects lone surrogates. Both become U+FFFD. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes("\0") ? whole.replaceAll("\0", "\uFFFD") : whole;
}

/** Whether a JSON text may contain an escaped surrogate. May be true for other text, never false for one. */
export const mayContainSurrogate = (json: string): boolean => /\\ud[89a-f]/i.test(json);

/** A reviver or replacer that replaces lone surrogates in values by U+FFFD. */
export const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed() : value;
