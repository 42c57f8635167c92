/** What a browser posts after it has made a passkey, as WebAuthn level 3 says. */
import { generateKeyPairSync, hash, randomBytes } from "node:crypto";

/** @param origin That the browser shows. */
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
