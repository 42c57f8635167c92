/** Where values of JSON end (RFC 8259), found in its bytes: nothing is made of what they hold. */

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
/** Everything below it has to be escaped in a string. */
const SPACE = 0x20;
/** `"\/bfnrt` */
const ESCAPED = new Set([0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74]);
const SMALL_U = 0x75;
const NULL = Buffer.from("null");
const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");

/**
 * The place behind the value that begins at `at`. Takes what `JSON.parse` takes, at any depth.
 *
 * @throws SyntaxError
 */
export function endOfValue(json: Uint8Array, at: number): number {
  /** What closes the arrays and objects that the place lies in. */
  const open: number[] = [];
  for (let place = skipBlanks(json, at); ;) {
    const byte = json[place];
    if (byte === QUOTE) place = endOfString(json, place);
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      const close = byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
      const first = skipBlanks(json, place + 1);
      if (json[first] !== close) {
        open.push(close);
        place = byte === OPEN_OBJECT ? behindName(json, first) : first;
        continue;
      }
      place = first + 1;
    } else place = endOfPlain(json, place);
    // behind a value
    for (;;) {
      const close = open.at(-1);
      if (close === undefined) return place;
      place = skipBlanks(json, place);
      if (json[place] === COMMA) {
        place = skipBlanks(json, place + 1);
        if (close === CLOSE_OBJECT) place = behindName(json, place);
        break;
      }
      expect(json, place, close);
      open.pop();
      place += 1;
    }
  }
}

/** The values of the array that begins at `at`, as pairs of begin and end, and where it ends. */
export function valuesOf(
  json: Uint8Array,
  at: number,
): { readonly values: readonly (readonly [number, number])[]; readonly end: number } {
  expect(json, at, OPEN_ARRAY);
  const values: [number, number][] = [];
  let place = skipBlanks(json, at + 1);
  if (json[place] === CLOSE_ARRAY) return { values, end: place + 1 };
  for (;;) {
    const end = endOfValue(json, place);
    values.push([place, end]);
    place = skipBlanks(json, end);
    if (json[place] === CLOSE_ARRAY) return { values, end: place + 1 };
    expect(json, place, COMMA);
    place = skipBlanks(json, place + 1);
  }
}

/**
 * The place behind the object that begins at `at`.
 *
 * @param endOf Is given each member's name in its quotes and the place of its value; says where that ends.
 * @throws SyntaxError
 */
export function endOfObject(
  json: Uint8Array,
  at: number,
  endOf: (name: Uint8Array, value: number) => number,
): number {
  expect(json, at, OPEN_OBJECT);
  let place = skipBlanks(json, at + 1);
  if (json[place] === CLOSE_OBJECT) return place + 1;
  for (;;) {
    const value = behindName(json, place);
    const name = json.subarray(place, endOfString(json, place));
    place = skipBlanks(json, endOf(name, value));
    if (json[place] === CLOSE_OBJECT) return place + 1;
    expect(json, place, COMMA);
    place = skipBlanks(json, place + 1);
  }
}

/** The place of the next byte that is no blank. */
export function skipBlanks(json: Uint8Array, at: number): number {
  let place = at;
  for (;;) {
    const byte = json[place];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return place;
    place += 1;
  }
}

/** Behind the name of a member and its colon. */
function behindName(json: Uint8Array, at: number): number {
  expect(json, at, QUOTE);
  const colon = skipBlanks(json, endOfString(json, at));
  expect(json, colon, COLON);
  return skipBlanks(json, colon + 1);
}

function endOfString(json: Uint8Array, at: number): number {
  for (let place = at + 1; ; place += 1) {
    const byte = json[place];
    if (byte === QUOTE) return place + 1;
    if (byte === BACKSLASH) place = endOfEscape(json, place + 1);
    else if (byte === undefined || byte < SPACE) throw wrong(place);
  }
}

/** The place of an escape's last byte. */
function endOfEscape(json: Uint8Array, at: number): number {
  const byte = json[at] ?? 0;
  if (ESCAPED.has(byte)) return at;
  if (byte !== SMALL_U) throw wrong(at);
  for (let place = at + 1; place < at + 5; place += 1) {
    if (!isHexDigit(json[place])) throw wrong(place);
  }
  return at + 4;
}

function isHexDigit(byte: number | undefined): boolean {
  if (isDigit(byte)) return true;
  const small = (byte ?? 0) | 0x20;
  return small >= 0x61 && small <= 0x66;
}

/** A number or a literal. */
function endOfPlain(json: Uint8Array, at: number): number {
  const byte = json[at];
  if (byte === MINUS || isDigit(byte)) return endOfNumber(json, at);
  const word = byte === NULL[0] ? NULL : byte === TRUE[0] ? TRUE : FALSE;
  for (let i = 0; i < word.length; i += 1) if (json[at + i] !== word[i]) throw wrong(at);
  return at + word.length;
}

function endOfNumber(json: Uint8Array, at: number): number {
  let place = json[at] === MINUS ? at + 1 : at;
  // nothing may follow a zero that comes first
  place = json[place] === ZERO ? place + 1 : endOfDigits(json, place);
  if (json[place] === POINT) place = endOfDigits(json, place + 1);
  if (((json[place] ?? 0) | 0x20) === 0x65) {
    const sign = json[place + 1];
    place = endOfDigits(json, sign === PLUS || sign === MINUS ? place + 2 : place + 1);
  }
  return place;
}

/** Of one at least. */
function endOfDigits(json: Uint8Array, at: number): number {
  let place = at;
  while (isDigit(json[place])) place += 1;
  if (place === at) throw wrong(at);
  return place;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

function expect(json: Uint8Array, at: number, byte: number): void {
  if (json[at] !== byte) throw wrong(at);
}

function wrong(at: number): SyntaxError {
  return new SyntaxError(`The byte at ${at} is not where JSON may have it.`);
}
