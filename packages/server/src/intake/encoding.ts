/** Text of other encodings than UTF-8: forms of old pages are sent in the page's own (HTML, 4.10.21.6). */
import type { Pair } from "./fields.ts";

export type Decode = (bytes: Buffer) => string;

/** A byte order mark in front is data: no browser writes one into a field. */
export const decodeUtf8: Decode = (bytes) => bytes.toString("utf8");

/** The field that a browser fills with the name of the encoding it used. */
export const CHARSET_FIELD = "_charset_";

/**
 * The decoder of an encoding's label as the Encoding standard knows it; `undefined` for a label that is
 * none. No form is sent in UTF-16: browsers send those of such pages in UTF-8.
 */
export function decoderOf(label: string): Decode | undefined {
  const trimmed = label.trim();
  if (/^utf-?8$/i.test(trimmed)) return decodeUtf8;
  const decoder = openDecoder(trimmed);
  if (decoder === undefined) return undefined;
  if (decoder.encoding.startsWith("utf-")) return decodeUtf8;
  return (bytes) => decoder.decode(bytes);
}

function openDecoder(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label, { ignoreBOM: true });
  } catch {
    return undefined;
  }
}

/** What `pairs` say in a field `_charset_` of the encoding they were sent in. */
export function statedDecoder(pairs: readonly Pair[]): Decode | undefined {
  const stated = pairs.find(([name]) => name === CHARSET_FIELD);
  return stated === undefined ? undefined : decoderOf(stated[1]);
}

/** `charset` of a Content-Type; `undefined` when it names no encoding. */
export function decoderOfType(contentType: string): Decode | undefined {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const label = quoted ?? plain;
  return label === undefined ? undefined : decoderOf(label);
}
