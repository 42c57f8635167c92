/** Parses encryption keys: 32 bytes each in hex or base64, separated by commas, the current one first. */

export type ParsedKeys =
  | { readonly kind: "keys"; readonly keys: readonly Uint8Array[] }
  /** Describes what is expected, and never contains a key. */
  | { readonly kind: "problem"; readonly problem: string };

const KEY_BYTES = 32;
const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** The first key encrypts; the others only decrypt values that were encrypted with them. */
export function parseEncryptionKeys(text: string): ParsedKeys {
  const keys: Uint8Array[] = [];
  for (const [at, written] of text.split(",").entries()) {
    const key = keyOf(written.trim());
    if (key === undefined) {
      return problem(
        `keys of 32 bytes, as 64 hex digits or as base64, separated by commas; key ${at + 1} is not valid`,
      );
    }
    const duplicate = keys.findIndex((other) => Buffer.compare(other, key) === 0);
    if (duplicate >= 0) {
      return problem(`different keys; key ${at + 1} is the same as key ${duplicate + 1}`);
    }
    keys.push(key);
  }
  return { kind: "keys", keys };
}

function keyOf(text: string): Uint8Array | undefined {
  if (HEX.test(text)) return Buffer.from(text, "hex");
  if (!BASE64.test(text)) return undefined;
  // Node accepts both alphabets, base64 and base64url.
  const key = Buffer.from(text, "base64");
  return key.length === KEY_BYTES ? key : undefined;
}

const problem = (text: string): ParsedKeys => ({ kind: "problem", problem: text });
