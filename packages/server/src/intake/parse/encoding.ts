/** Decodes text in other encodings than UTF-8: browsers send a form in the encoding of its page (HTML, 4.10.21.6). */
import { isAscii } from "node:buffer";
import { tryOrUndefined } from "../../platform/errors.ts";

export type Decode = (bytes: Buffer) => string;

/** A leading byte order mark is data, since browsers add none. */
export const decodeUtf8: Decode = (bytes) => bytes.toString("utf8");

/** The field that a browser fills with the name of the encoding it used. */
export const CHARSET_FIELD = "_charset_";

/**
 * The decoder for a label of the Encoding standard; `undefined` for an unknown label. UTF-16 labels give UTF-8,
 * since browsers send the forms of UTF-16 pages in UTF-8.
 */
export function decoderOf(label: string): Decode | undefined {
  const trimmed = label.trim();
  if (/^utf-?8$/i.test(trimmed)) return decodeUtf8;
  const decoder = tryOrUndefined(() => new TextDecoder(trimmed, { ignoreBOM: true }));
  if (decoder === undefined) return undefined;
  if (decoder.encoding.startsWith("utf-")) return decodeUtf8;
  const isAsciiSuperset = decoder.decode(ASCII) === ASCII.toString("latin1");
  return (bytes) =>
    isAsciiSuperset && isAscii(bytes) ? bytes.toString("latin1") : decoder.decode(bytes);
}

/** Every byte that is an ASCII character: ISO-2022-JP gives some of them another meaning. */
const ASCII = Buffer.from(Array.from({ length: 128 }, (_, byte) => byte));

/** The decoder for the `charset` of a Content-Type; `undefined` if it names no known encoding. */
export function decoderOfContentType(contentType: string): Decode | undefined {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const label = quoted ?? plain;
  return label === undefined ? undefined : decoderOf(label);
}
