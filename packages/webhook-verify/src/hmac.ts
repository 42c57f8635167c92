/** HMAC-SHA256 over node:crypto: the keys that are made of a secret, and comparison in constant time. */
import { Buffer } from "node:buffer";
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { Hmac, KeyObject } from "node:crypto";
import type { SignableBody } from "./body.ts";
import { decodeSecret } from "./secret.ts";

/** `text` keys X-Service-Signature (the secret's UTF-8 bytes), `decoded` keys webhook-signature (its base64 part). */
export interface SigningKey {
  readonly secret: string;
  readonly as: "text" | "decoded";
}

const DIGEST_HEX_LENGTH = 64;
/** With more secrets in use than this, keys are made again. */
const MAX_KEYS = 256;

// Reused by every call: two new buffers make a verification at 200 B take 4.0 µs instead of 2.9 µs.
// Safe, since write and compare are synchronous.
const given = Buffer.alloc(DIGEST_HEX_LENGTH);
const computed = Buffer.alloc(DIGEST_HEX_LENGTH);

// A cached KeyObject saves 0.3 µs of 3.2 µs at 200 B.
const keys = {
  text: cacheKeys((secret) => createSecretKey(secret, "utf8")),
  decoded: cacheKeys(decodeKey),
};

/** The MAC over the concatenated parts, in the given encoding. */
export function computeMac(
  key: SigningKey,
  parts: readonly SignableBody[],
  encoding: "hex" | "base64",
): string {
  const mac = startMac(key);
  for (const part of parts) mac.update(part);
  return mac.digest(encoding);
}

/** A MAC over nothing yet, for a body that arrives in chunks. */
export const startMac = ({ secret, as }: SigningKey): Hmac =>
  createHmac("sha256", keys[as](secret));

/** Whether two digests are equal, in constant time. Each must be 64 hex digits, both in the same case. */
export function isSameDigest(givenHex: string, computedHex: string): boolean {
  if (givenHex.length !== DIGEST_HEX_LENGTH) return false;
  if (computedHex.length !== DIGEST_HEX_LENGTH) return false;
  given.write(givenHex, "latin1");
  computed.write(computedHex, "latin1");
  return timingSafeEqual(given, computed);
}

/** Returns a function that makes each key once, and evicts the oldest one if the cache is full. */
export function cacheKeys<Key>(make: (secret: string) => Key): (secret: string) => Key {
  const cache = new Map<string, Key>();
  return (secret) => {
    const found = cache.get(secret);
    if (found !== undefined) return found;
    const key = make(secret);
    for (const oldest of cache.keys()) {
      if (cache.size < MAX_KEYS) break;
      cache.delete(oldest);
    }
    cache.set(secret, key);
    return key;
  };
}

function decodeKey(secret: string): KeyObject {
  const bytes = decodeSecret(secret);
  if (bytes === undefined) throw new TypeError("The secret has no base64 part after whsec_.");
  return createSecretKey(bytes);
}
