/** Codes of an authenticator app, as RFC 4226, 4648 and 6238 say: written apart from the library that the server uses. */
import { createHmac } from "node:crypto";

export const STEP_MS = 30_000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** @param at Milliseconds since the epoch. @param secret Base32. */
export function codeAt(at: number, secret: string): string {
  const bits = secret
    .split("")
    .map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0"));
  const key = Buffer.from(
    (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
