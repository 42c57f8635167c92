/** Signing secrets: which ones count, and the two keys that one secret stands for. */

/** Begins every secret that Intray makes: `whsec_` and the base64 of 32 random bytes. */
export const SECRET_PREFIX = "whsec_";

/** `text` keys X-Service-Signature (the secret's UTF-8 bytes), `decoded` keys webhook-signature (its base64 part). */
export interface SigningKey {
  readonly secret: string;
  readonly as: "text" | "decoded";
}

const VISIBLE = /[^\s\p{C}]/u;
/** A last group of two or three digits may be padded, and need not be. */
const BASE64 = /^whsec_(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const encoder = new TextEncoder();

/**
 * Whether a secret can verify anything. Blank ones (empty, white space, control characters) never
 * do: an unset variable must not turn into a key that everybody knows.
 */
export function isUsableSecret(secret: unknown): secret is string {
  return typeof secret === "string" && VISIBLE.test(secret);
}

/** The key's bytes, or `undefined` where the secret has no base64 part to decode. */
export function keyBytes({ secret, as }: SigningKey): Uint8Array<ArrayBuffer> | undefined {
  if (as === "text") return encoder.encode(secret);
  if (!isDecodable(secret)) return undefined;
  return Uint8Array.from(atob(secret.slice(SECRET_PREFIX.length)), (byte) => byte.charCodeAt(0));
}

/** Whether a secret has a base64 part, of a length that base64 may have. */
export function isDecodable(secret: string): boolean {
  return BASE64.test(secret);
}

/** One secret or several, as a list. */
export function listSecrets(secrets: unknown): readonly unknown[] {
  return Array.isArray(secrets) ? secrets : [secrets];
}
