/** Parses a JSON body into pairs. A value that is not a string becomes its JSON text. */
import { isUtf8 } from "node:buffer";
import { AppError } from "../../domain/errors.ts";
import { JsonError, JsonScanner } from "../../platform/json-scanner.ts";
import { storable } from "../../platform/text/safe-text.ts";
import type { Pair } from "./fields.ts";
import { fieldTooLarge, type FieldLimits, requirePairCount } from "./limits.ts";

const BYTE_ORDER_MARK = Buffer.from("\ufeff");
/** The first character of a JSON value that is not an object. */
const OTHER_VALUE = /^[\t\n\r ]*["[\dtfn-]/;

/**
 * `JSON.parse` would reorder names such as 2 and 10, drop all but the last of equal names, and round long numbers.
 *
 * @throws AppError `malformed` if the body is not valid UTF-8, not JSON or not an object; `too_large` as soon as it
 *   has too many fields or a list or object is too long, without reading the rest.
 */
export function parseJson(body: Buffer, limits: FieldLimits): readonly Pair[] {
  if (!isUtf8(body)) throw malformed("not UTF-8");
  const text = body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body;
  const pairs: Pair[] = [];
  try {
    readMembers(new JsonScanner(text), limits, (name, value) => {
      pairs.push([name, value]);
      requirePairCount(pairs.length, limits);
    });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { offset } = error;
    throw OTHER_VALUE.test(text.toString("latin1", 0, 100))
      ? new AppError(
          "malformed",
          'The JSON body must be an object of field names and values, such as {"email": "ada@example.org"}.',
          { cause: error },
        )
      : malformed(
          offset < text.length ? `unexpected character at byte ${offset + 1}` : "it ends too early",
          error,
        );
  }
  return pairs;
}

const malformed = (why: string, cause?: JsonError) =>
  new AppError(
    "malformed",
    `The body has the Content-Type of JSON but cannot be parsed as JSON (${why}). Send an object of field names and values.`,
    { cause },
  );

/** Calls `onPair` for each member in turn; for a list once per item, and not at all for an empty one. */
function readMembers(
  json: JsonScanner,
  { maxFieldBytes }: FieldLimits,
  onPair: (name: string, value: string) => void,
): void {
  const readValue = (name: string) => {
    if (json.isAt('"')) return json.readString();
    const value = json.copyValue(maxFieldBytes);
    if (value === undefined) throw fieldTooLarge(storable(name), maxFieldBytes);
    return value === "null" ? "" : value;
  };
  json.require("{");
  if (!json.isAt("}")) {
    do {
      const name = json.readString();
      json.require(":");
      if (json.skip("[")) {
        const item = name.endsWith("[]") ? name : `${name}[]`;
        if (!json.isAt("]")) {
          do {
            onPair(item, readValue(name));
          } while (json.skip(","));
        }
        json.require("]");
      } else onPair(name, readValue(name));
    } while (json.skip(","));
  }
  json.require("}");
  json.requireEnd();
}
