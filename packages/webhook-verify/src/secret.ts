/** Signing secrets: which ones are usable, and which of several made a signature. */
import { Buffer } from "node:buffer";
import { WebhookVerificationError } from "./errors.ts";

/** Prefix of every secret that Intray generates: `whsec_` and the base64 of 32 random bytes. */
export const SECRET_PREFIX = "whsec_";

/** The prefix alone, also in quotes: what remains of `whsec_${SECRET}` when the variable is not set. */
const BLANK = /^[\s\p{C}"'`]*(?:whsec_)?[\s\p{C}"'`]*$/iu;
/** Padding of the last group is optional. */
const BASE64 = /^whsec_(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/**
 * Whether a secret can be used. Blank ones (empty, white space, control characters, quotes, `whsec_` with
 * nothing after it) cannot: an unset variable must not become a key that anybody can guess.
 */
export const isUsableSecret = (secret: unknown): secret is string =>
  typeof secret === "string" && !BLANK.test(secret);

/** Whether a secret has a valid base64 part. */
export const isDecodable = (secret: string): boolean => BASE64.test(secret);

/** The bytes of the base64 part; `undefined` if the secret has none. */
export const decodeSecret = (secret: string): Buffer | undefined =>
  isDecodable(secret) ? Buffer.from(secret.slice(SECRET_PREFIX.length), "base64") : undefined;

/** One secret or several, as a list. */
export const listSecrets = (secrets: unknown): readonly unknown[] =>
  Array.isArray(secrets) ? secrets : [secrets];

/**
 * The `secrets` of the options in the given order, blank ones included, so that an index is valid for the
 * caller's list.
 *
 * @throws WebhookVerificationError if none of them is usable.
 */
export function requireSecrets(options: unknown): readonly unknown[] {
  const isGiven = typeof options === "object" && options !== null && "secrets" in options;
  const secrets = isGiven ? listSecrets(options.secrets) : [];
  if (!secrets.some(isUsableSecret)) {
    throw new WebhookVerificationError("secret_blank", "blank_secret");
  }
  return secrets;
}

/**
 * The index of the first usable secret that matches, or -1. Tries every secret even after a match, so the time
 * does not reveal which one matched.
 */
export function findSecret(
  secrets: readonly unknown[],
  isMatch: (secret: string) => boolean,
): number {
  let found = -1;
  for (const [index, secret] of secrets.entries()) {
    if (isUsableSecret(secret) && isMatch(secret) && found === -1) found = index;
  }
  return found;
}
