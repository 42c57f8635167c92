/** HMAC-SHA256 (RFC 2104) in JavaScript, synchronous, for platforms without node:crypto. */
import type { SignableBody } from "../body/raw-body.ts";
import { bodyBytes } from "../body/raw-body.ts";
import type { MacCheck } from "../mac-check.ts";
import { keyBytes } from "../secret.ts";
import type { SigningKey } from "../secret.ts";
import { sha256 } from "./sha256.ts";

const BLOCK_BYTES = 64;

/** The MAC over the concatenated parts: 32 bytes. */
export function scriptHmac(key: SigningKey, parts: readonly SignableBody[]): Uint8Array {
  const bytes = keyBytes(key);
  if (bytes === undefined) throw new TypeError("The secret has no base64 part after whsec_.");
  const short = bytes.length > BLOCK_BYTES ? sha256([bytes]) : bytes;
  const padded = (pad: number) =>
    Uint8Array.from({ length: BLOCK_BYTES }, (_, n) => (short[n] ?? 0) ^ pad);
  return sha256([padded(0x5c), sha256([padded(0x36), ...parts.map(bodyBytes)])]);
}

/** Whether the key makes this MAC. Compares all digits, so that the time does not reveal which one differs. */
export function isValidScriptMac({ key, parts, hex }: MacCheck): boolean {
  const mac = scriptHmac(key, parts);
  if (hex.length !== 2 * mac.length) return false;
  let difference = 0;
  for (const [n, byte] of mac.entries()) {
    difference |= byte ^ Number.parseInt(hex.slice(2 * n, 2 * n + 2), 16);
  }
  return difference === 0;
}
