/**
 * Reads the members of a JSON object from its bytes, in one pass that checks the syntax too. `JSON.parse` would
 * reorder names such as 2 and 10, drop all but the last of equal names, and round long numbers; a deep or wide
 * body takes it up to a hundred times as long as a usual one of as many bytes.
 */
import { storable } from "../../platform/text/safe-text.ts";
import { fieldTooLarge, type FieldLimits } from "./limits.ts";
import type { JsonCursor } from "./json-text.ts";
import { copyString, decodeString, endOfScalar, skipScalar, failUnexpected } from "./json-text.ts";

/** Receives a member's value; of a list each item, and nothing of an empty one. May throw to stop. */
export type OnValue = (name: string, value: string, isItem: boolean) => void;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const SMALL_N = 0x6e;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Calls `onValue` for each value in turn. A string is decoded, with U+FFFD for lone surrogates; null is empty;
 * any other value is its JSON text, without whitespace between tokens and without needless escapes.
 *
 * @param body One JSON object in valid UTF-8.
 * @throws MalformedJson if it is none, LimitError for a list or object that is too long; `onValue` may have been
 *   called before.
 */
export function readMembers(body: Buffer, { maxFieldBytes }: FieldLimits, onValue: OnValue): void {
  const cursor = { body, at: 0, out: Buffer.allocUnsafe(body.length), written: 0 };
  take(cursor, OPEN_OBJECT);
  if (nextByte(cursor) !== CLOSE_OBJECT) {
    for (;;) {
      if (nextByte(cursor) !== QUOTE) throw failUnexpected(cursor);
      const name = decodeString(cursor);
      take(cursor, COLON);
      const member = { name, maxBytes: maxFieldBytes };
      if (nextByte(cursor) === OPEN_LIST) readItems(cursor, member, onValue);
      else onValue(name, readValue(cursor, member), false);
      if (nextByte(cursor) === CLOSE_OBJECT) break;
      take(cursor, COMMA);
    }
  }
  cursor.at += 1;
  if (nextByte(cursor) !== undefined) throw failUnexpected(cursor);
}

interface Member {
  readonly name: string;
  /** Of a nested value. */
  readonly maxBytes: number;
}

function readItems(cursor: JsonCursor, member: Member, onValue: OnValue): void {
  cursor.at += 1;
  if (nextByte(cursor) !== CLOSE_LIST) {
    for (;;) {
      nextByte(cursor);
      onValue(member.name, readValue(cursor, member), true);
      if (nextByte(cursor) === CLOSE_LIST) break;
      take(cursor, COMMA);
    }
  }
  cursor.at += 1;
}

function readValue(cursor: JsonCursor, { name, maxBytes }: Member): string {
  const { body, at, out } = cursor;
  const first = body[at];
  if (first === QUOTE) return decodeString(cursor);
  if (first === OPEN_LIST || first === OPEN_OBJECT) {
    cursor.written = 0;
    if (!copyNested(cursor, maxBytes)) throw fieldTooLarge(storable(name), maxBytes);
    return out.toString("utf8", 0, cursor.written);
  }
  skipScalar(cursor);
  return first === SMALL_N ? "" : body.toString("latin1", at, cursor.at);
}

/** Skips whitespace, and returns the byte after it; `undefined` at the end. */
function nextByte(cursor: JsonCursor): number | undefined {
  const { body } = cursor;
  let { at } = cursor;
  let byte = body[at];
  while (byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB) {
    at += 1;
    byte = body[at];
  }
  cursor.at = at;
  return byte;
}

function take(cursor: JsonCursor, byte: number): void {
  if (nextByte(cursor) !== byte) throw failUnexpected(cursor);
  cursor.at += 1;
}

/** What the syntax allows next inside a nested value. */
const VALUE = 0;
const VALUE_OR_END = 1;
const NAME = 2;
const NAME_OR_END = 3;
const COLON_NEXT = 4;
const AFTER_VALUE = 5;

/** Writes the list or object at `at`; false if it is too long. Not recursive, so any depth is possible. */
function copyNested(cursor: JsonCursor, maxBytes: number): boolean {
  const { body, out } = cursor;
  const { length } = body;
  let { at, written } = cursor;
  /** For each open bracket whether it is one of an object. */
  let levels = new Uint8Array(64);
  let depth = 0;
  let allowed = VALUE;
  while (at < length && written <= maxBytes) {
    const byte = body[at] ?? 0;
    switch (byte) {
      case SPACE:
      case LINE_FEED:
      case RETURN:
      case TAB:
        at += 1;
        continue;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (allowed > VALUE_OR_END) break;
        if (depth === levels.length) levels = grow(levels);
        levels[depth++] = byte;
        allowed = byte === OPEN_OBJECT ? NAME_OR_END : VALUE_OR_END;
        out[written++] = byte;
        at += 1;
        continue;
      case CLOSE_LIST:
      case CLOSE_OBJECT: {
        const isEmpty = allowed === VALUE_OR_END || allowed === NAME_OR_END;
        // Both closing brackets have a code that is 2 above that of the opening one.
        if ((!isEmpty && allowed !== AFTER_VALUE) || levels[depth - 1] !== byte - 2) break;
        out[written++] = byte;
        at += 1;
        depth -= 1;
        allowed = AFTER_VALUE;
        if (depth > 0) continue;
        cursor.at = at;
        cursor.written = written;
        return written <= maxBytes;
      }
      case COMMA:
        if (allowed !== AFTER_VALUE) break;
        allowed = levels[depth - 1] === OPEN_OBJECT ? NAME : VALUE;
        out[written++] = byte;
        at += 1;
        continue;
      case COLON:
        if (allowed !== COLON_NEXT) break;
        allowed = VALUE;
        out[written++] = byte;
        at += 1;
        continue;
      case QUOTE:
        if (allowed > NAME_OR_END) break;
        allowed = allowed >= NAME ? COLON_NEXT : AFTER_VALUE;
        cursor.at = at;
        cursor.written = written;
        copyString(cursor);
        ({ at, written } = cursor);
        continue;
      default: {
        if (allowed > VALUE_OR_END) break;
        allowed = AFTER_VALUE;
        const end = endOfScalar(body, at);
        if (end < 0) {
          at = ~end;
          break;
        }
        while (at < end) out[written++] = body[at++] ?? 0;
        continue;
      }
    }
    break;
  }
  if (written > maxBytes) return false;
  cursor.at = at;
  throw failUnexpected(cursor);
}

function grow(levels: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(levels.length * 2);
  larger.set(levels);
  return larger;
}
