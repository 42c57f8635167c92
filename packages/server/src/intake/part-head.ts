/**
 * The head of a part of multipart/form-data: its name, and its file name if it is a file. Written by
 * browsers as HTML says (4.10.21.8), by others nearly so.
 */
import { type Decode, decoderOf } from "./encoding.ts";
import { BrokenMultipart } from "./multipart-parts.ts";

export interface PartHead {
  /** As {@link fileName} with a character for each byte: the encoding may be told in a later part. */
  readonly name: string;
  /** `undefined` = a field. `""` = a file input that was left empty. */
  readonly fileName: string | undefined;
  /** The name in an encoding that it says itself (RFC 5987), which browsers never send. */
  readonly extendedFileName: string | undefined;
  /** `""` when it is not told. */
  readonly contentType: string;
}

/** @throws BrokenMultipart for a part that is no field, since to leave it out would lose data. */
export function parsePartHead(head: string): PartHead {
  const headers = headersOf(head);
  const disposition = headers.get("content-disposition");
  if (disposition === undefined) throw new BrokenMultipart("a part has no Content-Disposition");
  if (!/^form-data[\t ]*(?:;|$)/i.test(disposition)) {
    throw new BrokenMultipart("a part is not form-data");
  }
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  if (name === undefined) throw new BrokenMultipart("a part has no name");
  const extended = parameters.get("filename*");
  const contentType = headers.get("content-type") ?? "";
  // Some clients leave the name away where it is empty; bytes are no text all the same.
  const isFile = extended !== undefined || /^application\/octet-stream\b/i.test(contentType);
  return {
    name,
    fileName: parameters.get("filename") ?? (isFile ? "" : undefined),
    extendedFileName: extended === undefined ? undefined : extendedText(extended),
    contentType,
  };
}

/** The characters of a name whose bytes {@link parsePartHead} has read. */
export function textOfBytes(latin1: string, decode: Decode): string {
  return decode(Buffer.from(latin1, "latin1"));
}

function headersOf(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r\n[\t ]+/g, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon < 1) throw new BrokenMultipart("a part has a header that is none");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** A quote ends where `;` or the end follows it, as a browser leaves a backslash before it alone. */
const PARAMETER = /;[\t ]*([^\s=;"]+)[\t ]*=[\t ]*(?:"([^]*?)"(?=[\t ]*(?:;|$))|([^;"]*)(?=;|$))/g;

function parametersOf(disposition: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [, key = "", quoted, plain = ""] of disposition.matchAll(PARAMETER)) {
    const name = key.toLowerCase();
    if (!parameters.has(name))
      parameters.set(name, quoted === undefined ? plain.trim() : unescape(quoted));
  }
  return parameters;
}

/** Browsers write these three escaped, and nothing else, not even the percent sign; curl writes `\"`. */
function unescape(sent: string): string {
  if (!/[%\\]/.test(sent)) return sent;
  return sent
    .replaceAll("%22", '"')
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll(String.raw`\"`, '"');
}

/** `UTF-8''na%C3%AFve.txt`; `undefined` when it is not so written. */
function extendedText(sent: string): string | undefined {
  const [, label = "", escaped = ""] = /^([^']*)'[^']*'(.*)$/.exec(sent) ?? [];
  const decode = decoderOf(label);
  if (decode === undefined || /%(?![0-9a-f]{2})/i.test(escaped)) return undefined;
  const bytes = escaped.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return textOfBytes(bytes, decode);
}
