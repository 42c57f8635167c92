/** Turns the lines `name=value` of a rendered template into a `multipart/form-data` body (RFC 7578). */
import { hash } from "node:crypto";
import { RenderError } from "./problem.ts";

/** Characters with a meaning in a line; a value from a tag may contain them literally. */
const SPECIAL_CHARACTERS = ["\n", "\r", "=", " ", "\t"] as const;
/** Marks an escaped character of a value; templates cannot contain it. */
const MARKER = "\0";

/** Escapes a value so that it cannot end its line or name; {@link pairsOf} reverses this. */
export const escapePair = (text: string): string =>
  text
    .replaceAll(MARKER, "\uFFFD")
    .replaceAll(
      /[\n\r= \t]/g,
      (character) => MARKER + SPECIAL_CHARACTERS.findIndex((one) => one === character),
    );

const unescapePair = (text: string) =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/\0([0-4])/g, (_, index: string) => SPECIAL_CHARACTERS[Number(index)] ?? "");

export type MultipartPair = { readonly name: string; readonly value: string };

/**
 * The pairs of a rendered template, or the offset of the first line without "=". Empty lines and
 * indentation are ignored; the value is everything after the first "=".
 */
export function pairsOf(
  rendered: string,
): readonly MultipartPair[] | { readonly badOffset: number } {
  const pairs: MultipartPair[] = [];
  let offset = 0;
  for (const line of rendered.split("\n")) {
    const [indent = ""] = /^[ \t\r]*/.exec(line) ?? [];
    const badOffset = offset + indent.length;
    offset += line.length + 1;
    if (indent === line) continue;
    const equals = line.indexOf("=");
    if (equals === -1) return { badOffset };
    const value = line.slice(equals + 1, line.endsWith("\r") ? -1 : undefined);
    pairs.push({
      name: unescapePair(line.slice(indent.length, equals)),
      value: unescapePair(value),
    });
  }
  return pairs;
}

/** @throws RenderError if a line has no "=". */
export function multipart(rendered: string, maxBytes: number) {
  const pairs = pairsOf(rendered);
  if ("badOffset" in pairs) {
    throw new RenderError(
      "not_a_pair",
      "A line of the template has no =. For multipart/form-data write each line as name=value.",
    );
  }
  // A hash of the content: the same submission gives the same bytes, and no value can contain its own hash.
  const boundary = `intray-${hash("sha256", rendered, "hex").slice(0, 40)}`;
  let text = "";
  for (const { name, value } of pairs) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"\r\n\r\n${value}\r\n`;
    if (text.length > maxBytes) break;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    text: `${text}--${boundary}--\r\n`,
  };
}

/** Escapes a name as browsers do: https://html.spec.whatwg.org/#multipart-form-data */
const quote = (name: string) =>
  name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
