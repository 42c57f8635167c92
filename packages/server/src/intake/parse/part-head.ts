/**
 * Parses the head of a part of multipart/form-data: field name, file name and type. Browsers write it as
 * HTML defines it (4.10.21.8); other clients deviate slightly.
 */
import { type Decode, decoderOf } from "./encoding.ts";
import { MalformedMultipart } from "./multipart-parts.ts";

export type PartHead = ReturnType<typeof parsePartHead>;

/** Browsers write two lines, and two parameters. */
const MAX_LINES = 50;
const MAX_PARAMETERS = 50;

/** @throws MalformedMultipart for a part that is not form data: ignoring the part would lose data. */
export function parsePartHead(head: string) {
  const headers = headersOf(head);
  const disposition = headers.get("content-disposition");
  if (disposition === undefined) throw new MalformedMultipart("a part has no Content-Disposition");
  if (!/^form-data[\t ]*(?:;|$)/i.test(disposition)) {
    throw new MalformedMultipart("a part is not form-data");
  }
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  if (name === undefined) throw new MalformedMultipart("a part has no name");
  const extended = parameters.get("filename*");
  const contentType = headers.get("content-type") ?? "";
  // Some clients omit an empty file name; binary content is a file all the same.
  const isFile = extended !== undefined || /^application\/octet-stream\b/i.test(contentType);
  return {
    /** Decoded as Latin-1, since a later part may declare the encoding; see {@link textOfBytes}. */
    name,
    /** Decoded as Latin-1, like `name`. `undefined` = not a file; `""` = an empty file input. */
    fileName: parameters.get("filename") ?? (isFile ? "" : undefined),
    /** The decoded parameter `filename*` (RFC 5987), which browsers never send. */
    extendedFileName: extended === undefined ? undefined : decodeExtendedText(extended),
    /** `""` without a Content-Type. */
    contentType,
  };
}

/** Decodes a name that {@link parsePartHead} returned as Latin-1. */
export const textOfBytes = (latin1: string, decode: Decode): string =>
  decode(Buffer.from(latin1, "latin1"));

function headersOf(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  const lines = head.replaceAll(/\r\n[\t ]+/g, " ").split("\r\n", MAX_LINES + 1);
  if (lines.length > MAX_LINES) {
    throw new MalformedMultipart(`the head of a part has more than ${MAX_LINES} lines`);
  }
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 1) throw new MalformedMultipart("a part has a malformed header");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

const KEY = /;[\t ]*([^\s=;"]+)[\t ]*=[\t ]*/g;
const PLAIN_VALUE = /[^;"]*(?=;|$)/y;
/** A quote ends a value only before `;` or the end, because browsers do not escape a backslash before it. */
const CLOSING_QUOTE = /"(?=[\t ]*(?:;|$))/g;

/** Reads each character a bounded number of times, whatever quotes are not closed. */
function parametersOf(disposition: string): Map<string, string> {
  const parameters = new Map<string, string>();
  let hasClosingQuote = true;
  let count = 0;
  KEY.lastIndex = 0;
  for (let key = KEY.exec(disposition); key !== null; key = KEY.exec(disposition)) {
    count += 1;
    if (count > MAX_PARAMETERS) {
      throw new MalformedMultipart(`a part has more than ${MAX_PARAMETERS} parameters`);
    }
    const start = KEY.lastIndex;
    const isQuoted = disposition[start] === '"';
    if (isQuoted && !hasClosingQuote) continue;
    const end = isQuoted ? CLOSING_QUOTE : PLAIN_VALUE;
    end.lastIndex = isQuoted ? start + 1 : start;
    const found = end.exec(disposition);
    if (found === null) {
      if (isQuoted) hasClosingQuote = false;
      continue;
    }
    const name = key[1]?.toLowerCase() ?? "";
    const value = isQuoted ? unescape(disposition.slice(start + 1, found.index)) : found[0].trim();
    if (!parameters.has(name)) parameters.set(name, value);
    KEY.lastIndex = end.lastIndex;
  }
  return parameters;
}

/** Browsers escape only these three characters, not even the percent sign; curl writes `\"`. */
function unescape(sent: string): string {
  if (!/[%\\]/.test(sent)) return sent;
  return sent
    .replaceAll("%22", '"')
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll(String.raw`\"`, '"');
}

/** Decodes `UTF-8''na%C3%AFve.txt`; `undefined` if the syntax or the encoding is invalid. */
function decodeExtendedText(sent: string): string | undefined {
  const [, label = "", escaped = ""] = /^([^']*)'[^']*'(.*)$/.exec(sent) ?? [];
  const decode = decoderOf(label);
  if (decode === undefined || /%(?![0-9a-f]{2})/i.test(escaped)) return undefined;
  const bytes = escaped.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return textOfBytes(bytes, decode);
}
