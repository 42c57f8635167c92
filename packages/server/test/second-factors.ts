/** Codes of an authenticator app (RFC 4226, 4648 and 6238) and passkeys (WebAuthn level 3), written apart from the server. */
import { createHmac, generateKeyPairSync, hash, randomBytes } from "node:crypto";

export const STEP_MS = 30_000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** @param at Milliseconds since the epoch. @param secret Base32. */
export function codeAt(at: number, secret: string): string {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0"));
  const key = Buffer.from(
    (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** What a browser posts after it has made a passkey. @param origin That it shows. */
export function newPasskey(origin: string, challenge: string): string {
  const id = randomBytes(16);
  const text = (shown: string) => [0x60 + shown.length, ...Buffer.from(shown)];
  const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const ed25519 = [0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20];
  const key = [...ed25519, ...Buffer.from(x, "base64url")];
  const site = hash("sha256", new URL(origin).hostname, "buffer");
  const data = [...site, 0x45, 0, 0, 0, 0, ...Buffer.alloc(17), id.length, ...id, ...key];
  const none = [0xa3, ...text("fmt"), ...text("none"), ...text("attStmt"), 0xa0];
  const attestation = [...none, ...text("authData"), 0x58, data.length, ...data];
  const client = JSON.stringify({ type: "webauthn.create", challenge, origin });
  const base64 = (bytes: Iterable<number>) => Buffer.from([...bytes]).toString("base64url");
  return JSON.stringify({
    id: base64(id),
    rawId: base64(id),
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64(Buffer.from(client)),
      attestationObject: base64(attestation),
    },
  });
}
