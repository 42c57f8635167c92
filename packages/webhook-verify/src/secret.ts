/** Signing secrets: which ones are usable, and the two keys that are made of one secret. */

/** Prefix of every secret that Intray generates: `whsec_` and the base64 of 32 random bytes. */
export const SECRET_PREFIX = "whsec_";

/** `text` keys X-Service-Signature (the secret's UTF-8 bytes), `decoded` keys webhook-signature (its base64 part). */
export interface SigningKey {
  readonly secret: string;
  readonly as: "text" | "decoded";
}

/** The prefix alone, also in quotes: what remains of `whsec_${SECRET}` when the variable is not set. */
const BLANK = /^[\s\p{C}"'`]*(?:whsec_)?[\s\p{C}"'`]*$/iu;
/** Padding of the last group is optional. */
const BASE64 = /^whsec_(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const encoder = new TextEncoder();

/**
 * Whether a secret can be used. Blank ones (empty, white space, control characters, quotes, `whsec_` with
 * nothing after it) cannot: an unset variable must not become a key that anybody can guess.
 */
export function isUsableSecret(secret: unknown): secret is string {
  return typeof secret === "string" && !BLANK.test(secret);
}

/** The bytes of the key; `undefined` if the secret has no base64 part to decode. */
export function keyBytes({ secret, as }: SigningKey): Uint8Array<ArrayBuffer> | undefined {
  if (as === "text") return encoder.encode(secret);
  if (!isDecodable(secret)) return undefined;
  return Uint8Array.from(atob(secret.slice(SECRET_PREFIX.length)), (byte) => byte.charCodeAt(0));
}

/** Whether a secret has a valid base64 part. */
export function isDecodable(secret: string): boolean {
  return BASE64.test(secret);
}

/** One secret or several, as a list. */
export function listSecrets(secrets: unknown): readonly unknown[] {
  return Array.isArray(secrets) ? secrets : [secrets];
}
