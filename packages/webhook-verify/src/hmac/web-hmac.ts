/** HMAC-SHA256 by WebCrypto, on every platform. */
import type { MacCheck } from "../mac-check.ts";
import { cacheKeys } from "./key-cache.ts";
import { bodyBytes } from "../body/raw-body.ts";
import type { SignableBody } from "../body/raw-body.ts";
import { keyBytes } from "../secret.ts";
import type { SigningKey } from "../secret.ts";

const ALGORITHM = { name: "HMAC", hash: "SHA-256" };

const keys = {
  text: cacheKeys((secret) => makeKey({ secret, as: "text" })),
  decoded: cacheKeys((secret) => makeKey({ secret, as: "decoded" })),
};

export async function hmacAsync(
  { secret, as }: SigningKey,
  parts: readonly SignableBody[],
): Promise<Uint8Array> {
  const data = joinParts(parts); // before the first await: the caller may reuse its buffer
  return new Uint8Array(await crypto.subtle.sign("HMAC", await keys[as](secret), data));
}

/** Whether the key makes this MAC. WebCrypto compares in constant time. */
export async function isValidMacAsync({ key, parts, hex }: MacCheck): Promise<boolean> {
  const data = joinParts(parts);
  return crypto.subtle.verify("HMAC", await keys[key.as](key.secret), fromHex(hex), data);
}

function makeKey(key: SigningKey) {
  const bytes = keyBytes(key);
  if (bytes === undefined) throw new TypeError("The secret has no base64 part after whsec_.");
  return crypto.subtle.importKey("raw", bytes, ALGORITHM, false, ["sign", "verify"]);
}

function joinParts(parts: readonly SignableBody[]): Uint8Array<ArrayBuffer> {
  const pieces = parts.map(bodyBytes);
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.byteLength, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.byteLength;
  }
  return joined;
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}
