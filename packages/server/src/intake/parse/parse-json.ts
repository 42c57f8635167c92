/** Parses a JSON body into pairs. A value that is not a string becomes its JSON text. */
import { isUtf8 } from "node:buffer";
import { AppError } from "../../domain/errors.ts";
import type { Pair } from "./fields.ts";
import { readMembers } from "./json-members.ts";
import { MalformedJson } from "./json-text.ts";
import { type FieldLimits, requirePairCount } from "./limits.ts";

const BYTE_ORDER_MARK = Buffer.from("\ufeff");
/** The first character of a JSON value that is not an object. */
const OTHER_VALUE = /^[\t\n\r ]*["[\dtfn-]/;

/**
 * @throws AppError `malformed` if the body is not valid UTF-8, not JSON or not an object; `too_large` as soon as it
 *   has too many fields, without reading the rest.
 */
export function parseJson(body: Buffer, limits: FieldLimits): readonly Pair[] {
  const pairs: Pair[] = [];
  try {
    readMembers(textOf(body), limits, (name, value, isItem) => {
      pairs.push([isItem && !name.endsWith("[]") ? `${name}[]` : name, value]);
      requirePairCount(pairs.length, limits);
    });
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error;
    throw new AppError(
      "malformed",
      OTHER_VALUE.test(body.toString("latin1", 0, 100))
        ? 'The JSON body must be an object of field names and values, such as {"email": "ada@example.org"}.'
        : `The body has the Content-Type of JSON but cannot be parsed as JSON (${error.message}). Send an object of field names and values.`,
      { cause: error },
    );
  }
  return pairs;
}

function textOf(body: Buffer): Buffer {
  if (!isUtf8(body)) throw new MalformedJson("not UTF-8");
  return body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body;
}
