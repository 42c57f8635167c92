/** Encryption keys as a person writes them: 32 bytes in hex or base64, older ones behind a comma. */

export type ParsedKeys =
  | { readonly kind: "keys"; readonly keys: readonly Uint8Array[] }
  /** Says what they must be; never what they are. */
  | { readonly kind: "problem"; readonly problem: string };

const KEY_BYTES = 32;
const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** The first key seals; the others only open what they once sealed. */
export function parseEncryptionKeys(text: string): ParsedKeys {
  const keys: Uint8Array[] = [];
  for (const [at, written] of text.split(",").entries()) {
    const key = keyOf(written.trim());
    if (key === undefined) {
      return problem(
        `keys of 32 bytes, as 64 hex digits or as base64, with commas between them; number ${at + 1} is none`,
      );
    }
    const twin = keys.findIndex((other) => Buffer.compare(other, key) === 0);
    if (twin >= 0) {
      return problem(`different keys; number ${at + 1} is the same as number ${twin + 1}`);
    }
    keys.push(key);
  }
  return { kind: "keys", keys };
}

function keyOf(text: string): Uint8Array | undefined {
  if (HEX.test(text)) return Buffer.from(text, "hex");
  if (!BASE64.test(text)) return undefined;
  // Reads both alphabets.
  const key = Buffer.from(text, "base64");
  return key.length === KEY_BYTES ? key : undefined;
}

const problem = (text: string): ParsedKeys => ({ kind: "problem", problem: text });
