/** What strangers wrote, made fit to stand among other words: nothing in it moves its neighbours. */

/** Control characters, and those that turn the direction of what follows. Tabs and newlines are text. */
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

/** The same text with a symbol in place of each character that cannot be seen or would reorder. */
export function visible(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(CONTROLS, (character) => DIRECTIONS[character] ?? symbolOf(character));
}

/** Unicode draws a picture of each of ASCII's (U+2400 …); the others are named by number. */
function symbolOf(character: string): string {
  const code = character.charCodeAt(0);
  if (character === "\t" || character === "\n") return character;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `[U+00${code.toString(16).toUpperCase()}]`;
}

export interface TextPart {
  readonly text: string;
  /** Where it leads, when it is an address that may be followed. */
  readonly href?: string;
}

/** A text of addresses alone would otherwise become as many elements. */
const MAX_LINKS = 50;
const MAX_ADDRESS_CHARACTERS = 2_000;
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`|\\^{}\p{Cc}\u2028-\u202e\u2066-\u2069]+/giu;

/** Cut into words and the http and https addresses among them; joined, the parts are the text. */
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

/** Without the signs that end a sentence. A pattern would look from each of them to the end. */
function withoutTrailingPunctuation(address: string): string {
  let { length } = address;
  while (length > 0 && TRAILING_PUNCTUATION.has(address.charAt(length - 1))) length -= 1;
  return address.slice(0, length);
}

/**
 * Where a link may lead: http and https alone, and never with a name before the host, which is there
 * to be taken for the host.
 */
export function webAddress(text: string): string | undefined {
  if (text.length > MAX_ADDRESS_CHARACTERS) return undefined;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  return url.username === "" && url.password === "" ? url.href : undefined;
}
