/** The grammar of the X-Service-Signature header: one value, `sha256=` and 64 lower-case hex digits. */

export const SIGNATURE_PREFIX = "sha256=";

const GRAMMAR = /^sha256=[0-9a-f]{64}$/;

export type SignatureHeader =
  | { readonly kind: "well_formed"; readonly hex: string }
  | { readonly kind: "missing" }
  | { readonly kind: "duplicated" }
  | { readonly kind: "listed" }
  | { readonly kind: "malformed" };

/**
 * Parses the header's value as a server framework provides it: a string, an array of the values of
 * repeated headers, or undefined. A comma means that repeated headers were joined. An array of one value is
 * rejected too: no server provides a header that occurs once as an array, but parsed JSON or a parsed query
 * does.
 */
export function readSignatureHeader(value: unknown): SignatureHeader {
  if (typeof value === "string") return readSignature(value);
  if (value === undefined || value === null) return { kind: "missing" };
  if (!Array.isArray(value)) return { kind: "malformed" };
  if (value.length === 0) return { kind: "missing" };
  return { kind: value.length > 1 ? "duplicated" : "listed" };
}

function readSignature(text: string): SignatureHeader {
  if (GRAMMAR.test(text)) return { kind: "well_formed", hex: text.slice(SIGNATURE_PREFIX.length) };
  if (text === "") return { kind: "missing" };
  return { kind: text.includes(",") ? "duplicated" : "malformed" };
}
