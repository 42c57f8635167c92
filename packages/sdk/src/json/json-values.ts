/** Finds where JSON values end (RFC 8259), in bytes and without building values. */

export const OPEN_OBJECT = 0x7b;
export const OPEN_ARRAY = 0x5b;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const CLOSE_OBJECT = 0x7d;
const CLOSE_ARRAY = 0x5d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
/** Bytes below it must be escaped in a string. */
const SPACE = 0x20;
/** `"\/bfnrt` */
const ESCAPED = new Set([0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74]);
const SMALL_U = 0x75;
const NULL = new TextEncoder().encode("null");
const TRUE = new TextEncoder().encode("true");
const FALSE = new TextEncoder().encode("false");

/**
 * Returns the position after the value that starts at `at`. Accepts what `JSON.parse` accepts, at any depth.
 *
 * @throws SyntaxError
 */
export function endOfValue(json: Uint8Array, at: number): number {
  /** The closing bytes of the arrays and objects around the position. */
  const open: number[] = [];
  for (let position = skipWhitespace(json, at); ;) {
    const byte = json[position];
    if (byte === QUOTE) position = endOfString(json, position);
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      const close = byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
      const first = skipWhitespace(json, position + 1);
      if (json[first] !== close) {
        open.push(close);
        position = byte === OPEN_OBJECT ? afterName(json, first) : first;
        continue;
      }
      position = first + 1;
    } else position = endOfScalar(json, position);
    // after a value
    for (;;) {
      const close = open.at(-1);
      if (close === undefined) return position;
      position = skipWhitespace(json, position);
      if (json[position] === COMMA) {
        position = skipWhitespace(json, position + 1);
        if (close === CLOSE_OBJECT) position = afterName(json, position);
        break;
      }
      expect(json, position, close);
      open.pop();
      position += 1;
    }
  }
}

/** Returns the start and end of each value of the array that starts at `at`, and the array's end. */
export function valuesOf(
  json: Uint8Array,
  at: number,
): { readonly values: readonly (readonly [number, number])[]; readonly end: number } {
  expect(json, at, OPEN_ARRAY);
  const values: [number, number][] = [];
  let position = skipWhitespace(json, at + 1);
  if (json[position] === CLOSE_ARRAY) return { values, end: position + 1 };
  for (;;) {
    const end = endOfValue(json, position);
    values.push([position, end]);
    position = skipWhitespace(json, end);
    if (json[position] === CLOSE_ARRAY) return { values, end: position + 1 };
    expect(json, position, COMMA);
    position = skipWhitespace(json, position + 1);
  }
}

/**
 * Returns the position after the object that starts at `at`.
 *
 * @param endOf Called with each member's quoted name and the position of its value; returns the value's end.
 * @throws SyntaxError
 */
export function endOfObject(
  json: Uint8Array,
  at: number,
  endOf: (name: Uint8Array, value: number) => number,
): number {
  expect(json, at, OPEN_OBJECT);
  let position = skipWhitespace(json, at + 1);
  if (json[position] === CLOSE_OBJECT) return position + 1;
  for (;;) {
    const value = afterName(json, position);
    const name = json.subarray(position, endOfString(json, position));
    position = skipWhitespace(json, endOf(name, value));
    if (json[position] === CLOSE_OBJECT) return position + 1;
    expect(json, position, COMMA);
    position = skipWhitespace(json, position + 1);
  }
}

/** Returns the position of the next byte that is not whitespace. */
export function skipWhitespace(json: Uint8Array, at: number): number {
  let position = at;
  for (;;) {
    const byte = json[position];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return position;
    position += 1;
  }
}

/** Returns the position after a member's name and its colon. */
function afterName(json: Uint8Array, at: number): number {
  expect(json, at, QUOTE);
  const colon = skipWhitespace(json, endOfString(json, at));
  expect(json, colon, COLON);
  return skipWhitespace(json, colon + 1);
}

function endOfString(json: Uint8Array, at: number): number {
  for (let position = at + 1; ; position += 1) {
    const byte = json[position];
    if (byte === QUOTE) return position + 1;
    if (byte === BACKSLASH) position = endOfEscape(json, position + 1);
    else if (byte === undefined || byte < SPACE) throw invalidAt(position);
  }
}

/** Returns the position of the last byte of an escape. */
function endOfEscape(json: Uint8Array, at: number): number {
  const byte = json[at] ?? 0;
  if (ESCAPED.has(byte)) return at;
  if (byte !== SMALL_U) throw invalidAt(at);
  for (let position = at + 1; position < at + 5; position += 1) {
    if (!isHexDigit(json[position])) throw invalidAt(position);
  }
  return at + 4;
}

function isHexDigit(byte: number | undefined): boolean {
  if (isDigit(byte)) return true;
  const small = (byte ?? 0) | 0x20;
  return small >= 0x61 && small <= 0x66;
}

function endOfScalar(json: Uint8Array, at: number): number {
  const byte = json[at];
  if (byte === MINUS || isDigit(byte)) return endOfNumber(json, at);
  const word = byte === NULL[0] ? NULL : byte === TRUE[0] ? TRUE : FALSE;
  for (let i = 0; i < word.length; i += 1) if (json[at + i] !== word[i]) throw invalidAt(at);
  return at + word.length;
}

function endOfNumber(json: Uint8Array, at: number): number {
  let position = json[at] === MINUS ? at + 1 : at;
  // no digit may follow a leading zero
  position = json[position] === ZERO ? position + 1 : endOfDigits(json, position);
  if (json[position] === POINT) position = endOfDigits(json, position + 1);
  if (((json[position] ?? 0) | 0x20) === 0x65) {
    const sign = json[position + 1];
    position = endOfDigits(json, sign === PLUS || sign === MINUS ? position + 2 : position + 1);
  }
  return position;
}

/** Requires at least one digit. */
function endOfDigits(json: Uint8Array, at: number): number {
  let position = at;
  while (isDigit(json[position])) position += 1;
  if (position === at) throw invalidAt(at);
  return position;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= NINE;

function expect(json: Uint8Array, at: number, byte: number): void {
  if (json[at] !== byte) throw invalidAt(at);
}

const invalidAt = (at: number) => new SyntaxError(`The byte at ${at} is not valid JSON.`);
