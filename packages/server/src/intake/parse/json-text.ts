/** Reads the strings and numbers of a JSON text (RFC 8259) from its bytes. */

/** The text and the position in it, and what has been written of it so far. */
export interface JsonCursor {
  /** Valid UTF-8. */
  readonly body: Buffer;
  at: number;
  /** As long as `body`: nothing that is written is longer than its source. */
  readonly out: Buffer;
  written: number;
}

/** The message describes the defect as a clause, for use inside a sentence. */
export class MalformedJson extends Error {
  override readonly name = "MalformedJson";
}

export const failUnexpected = ({ body, at }: JsonCursor): MalformedJson =>
  new MalformedJson(
    at < body.length ? `unexpected character at byte ${at + 1}` : "it ends too early",
  );

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SMALL_E = 0x65;
const SMALL_F = 0x66;
const SMALL_T = 0x74;
const SMALL_U = 0x75;
const FIRST_PRINTABLE = 0x20;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** The byte that an escape of two characters stands for, by its second character; 0 = not such an escape. */
const ESCAPED = new Uint8Array(256);
/** The second character of the escape that `JSON.stringify` writes for a byte; 0 = it writes none of two characters. */
const ESCAPE_OF = new Uint8Array(256);
for (const [letter, byte] of Object.entries({
  '"': 0x22, "\\": 0x5c, b: 0x08, t: 0x09, n: 0x0a, f: 0x0c, r: 0x0d,
})) {
  ESCAPED[letter.charCodeAt(0)] = byte;
  ESCAPE_OF[byte] = letter.charCodeAt(0);
} // prettier-ignore
ESCAPED[0x2f] = 0x2f;

/** Decodes the string at `at`; lone surrogates become U+FFFD. */
export function decodeString(cursor: JsonCursor): string {
  const { body, out } = cursor;
  const { length } = body;
  const start = cursor.at + 1;
  let at = endOfPlain(body, start);
  if (body[at] === QUOTE) {
    cursor.at = at + 1;
    return body.toString("utf8", start, at);
  }
  const from = cursor.written;
  body.copy(out, from, start, at);
  let to = from + at - start;
  while (at < length) {
    const byte = body[at] ?? 0;
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) {
      const escaped = ESCAPED[body[at + 1] ?? 0] ?? 0;
      if (escaped !== 0) {
        out[to++] = escaped;
        at += 2;
      } else {
        cursor.at = at;
        to = writeUtf8(out, to, escapedCharacter(cursor));
        at = cursor.at;
      }
    } else if (byte < FIRST_PRINTABLE) {
      break;
    } else {
      out[to++] = byte;
      at += 1;
    }
  }
  requireQuote(cursor, at);
  return out.toString("utf8", from, to);
}

/** Writes the string at `at` as JSON, without needless escapes. */
export function copyString(cursor: JsonCursor): void {
  const { body, out } = cursor;
  const { length } = body;
  let { at, written: to } = cursor;
  out[to++] = QUOTE;
  at += 1;
  while (at < length) {
    const byte = body[at] ?? 0;
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) {
      const second = body[at + 1] ?? 0;
      const escaped = ESCAPED[second] ?? 0;
      if (escaped !== 0) {
        if (ESCAPE_OF[escaped] !== 0) out[to++] = BACKSLASH;
        out[to++] = second;
        at += 2;
      } else {
        cursor.at = at;
        to = writeJson(out, to, escapedCharacter(cursor));
        at = cursor.at;
      }
    } else if (byte < FIRST_PRINTABLE) {
      break;
    } else {
      out[to++] = byte;
      at += 1;
    }
  }
  requireQuote(cursor, at);
  out[to++] = QUOTE;
  cursor.written = to;
}

/** Moves past the quote at `at`. */
function requireQuote(cursor: JsonCursor, at: number): void {
  cursor.at = at;
  if (cursor.body[at] !== QUOTE) throw failUnexpected(cursor);
  cursor.at += 1;
}

/** The index of the first byte that is a quote, a backslash or a control character, or the length. */
function endOfPlain(body: Buffer, start: number): number {
  const { length } = body;
  let at = start;
  while (at < length) {
    const byte = body[at] ?? 0;
    if (byte === QUOTE || byte === BACKSLASH || byte < FIRST_PRINTABLE) break;
    at += 1;
  }
  return at;
}

/** Reads `\u…`, or two of them for a pair of surrogates. Returns the code point, which may be a lone surrogate. */
function escapedCharacter(cursor: JsonCursor): number {
  const first = escapedUnit(cursor);
  if (first < 0xd800 || first > 0xdbff) return first;
  const { body, at } = cursor;
  if (body[at] !== BACKSLASH || body[at + 1] !== SMALL_U) return first;
  const second = escapedUnit(cursor);
  if (second >= 0xdc00 && second <= 0xdfff) {
    return 0x1_0000 + (first - 0xd800) * 0x400 + (second - 0xdc00);
  }
  cursor.at = at;
  return first;
}

function escapedUnit(cursor: JsonCursor): number {
  const { body } = cursor;
  cursor.at += 1;
  if (body[cursor.at] !== SMALL_U) throw failUnexpected(cursor);
  let unit = 0;
  for (let digit = 0; digit < 4; digit += 1) {
    cursor.at += 1;
    const value = hexDigit(body[cursor.at] ?? 0);
    if (value === -1) throw failUnexpected(cursor);
    unit = unit * 16 + value;
  }
  cursor.at += 1;
  return unit;
}

function hexDigit(byte: number): number {
  if (isDigit(byte)) return byte - ZERO;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

const isSurrogate = (character: number) => character >= 0xd800 && character <= 0xdfff;

/** Returns the index after the written bytes. */
function writeUtf8(out: Buffer, at: number, character: number): number {
  if (character < 0x80) {
    out[at] = character;
    return at + 1;
  }
  if (character < 0x800) {
    out[at] = 0xc0 | (character >> 6);
    out[at + 1] = 0x80 | (character & 0x3f);
    return at + 2;
  }
  const whole = isSurrogate(character) ? 0xfffd : character;
  if (whole < 0x1_0000) {
    out[at] = 0xe0 | (whole >> 12);
    out[at + 1] = 0x80 | ((whole >> 6) & 0x3f);
    out[at + 2] = 0x80 | (whole & 0x3f);
    return at + 3;
  }
  out[at] = 0xf0 | (whole >> 18);
  out[at + 1] = 0x80 | ((whole >> 12) & 0x3f);
  out[at + 2] = 0x80 | ((whole >> 6) & 0x3f);
  out[at + 3] = 0x80 | (whole & 0x3f);
  return at + 4;
}

/** Writes a character of a string as `JSON.stringify` does, which keeps lone surrogates as escapes. */
function writeJson(out: Buffer, at: number, character: number): number {
  const letter = character < 256 ? (ESCAPE_OF[character] ?? 0) : 0;
  if (letter !== 0) {
    out[at] = BACKSLASH;
    out[at + 1] = letter;
    return at + 2;
  }
  if (character >= FIRST_PRINTABLE && !isSurrogate(character)) return writeUtf8(out, at, character);
  return at + out.write(`\\u${character.toString(16).padStart(4, "0")}`, at, "latin1");
}

const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");
const NULL = Buffer.from("null");

/** Moves past the number or the word at `at`. */
export function skipScalar(cursor: JsonCursor): void {
  const end = endOfScalar(cursor.body, cursor.at);
  cursor.at = end < 0 ? ~end : end;
  if (end < 0) throw failUnexpected(cursor);
}

/** The index after the number or the word at `start`; the complement (`~`) of the index of a wrong byte. */
export function endOfScalar(body: Buffer, start: number): number {
  const first = body[start] ?? 0;
  if (first === MINUS || isDigit(first)) return endOfNumber(body, start);
  return endOfWord(body, start, first === SMALL_T ? TRUE : first === SMALL_F ? FALSE : NULL);
}

function endOfWord(body: Buffer, start: number, word: Buffer): number {
  const { length } = word;
  for (let n = 0; n < length; n += 1) if (body[start + n] !== word[n]) return ~(start + n);
  return start + length;
}

function endOfNumber(body: Buffer, start: number): number {
  const { length } = body;
  const integer = body[start] === MINUS ? start + 1 : start;
  let at = integer < length && body[integer] === ZERO ? integer + 1 : endOfDigits(body, integer);
  if (at < 0 || at >= length) return at;
  let byte = body[at] ?? 0;
  if (byte === POINT) {
    at = endOfDigits(body, at + 1);
    if (at < 0 || at >= length) return at;
    byte = body[at] ?? 0;
  }
  if ((byte | 0x20) !== SMALL_E) return at;
  const sign = body[at + 1];
  return endOfDigits(body, sign === MINUS || sign === PLUS ? at + 2 : at + 1);
}

/** The index after at least one digit, or the complement of `start`. */
function endOfDigits(body: Buffer, start: number): number {
  const { length } = body;
  let at = start;
  while (at < length && isDigit(body[at] ?? 0)) at += 1;
  return at > start ? at : ~start;
}

const isDigit = (byte: number) => byte >= ZERO && byte <= NINE;
