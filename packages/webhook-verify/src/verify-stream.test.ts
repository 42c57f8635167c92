import { Buffer } from "node:buffer";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sign, verify, verifyStream, WebhookVerificationError } from "./index.ts";

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/** What comes out of the stream; rejects with what it fails with. */
async function passed(
  pieces: readonly Uint8Array[],
  signature: string,
  secrets: string | string[] = SECRET,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const sink = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  await pipeline(Readable.from(pieces), verifyStream(signature, secrets), sink);
  return Buffer.concat(chunks);
}

function codeOf(error: unknown): string {
  if (error instanceof WebhookVerificationError) return error.code;
  throw error;
}

describe("verifyStream", () => {
  it("passes a true body on unchanged, however it is cut, and says what verify says of it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array()), fc.boolean(), async (pieces, isTrue) => {
        const body = Buffer.concat(pieces);
        const signature = sign(isTrue ? body : Buffer.concat([body, Buffer.of(0)]), SECRET);

        const result = await passed(pieces, signature).catch(codeOf);

        expect(verify(body, signature, SECRET)).toBe(isTrue);
        expect(result).toEqual(isTrue ? body : "signature_mismatch");
      }),
    );
  });

  it("takes any of the secrets", async () => {
    const body = Buffer.from("x");

    expect(await passed([body], sign(body, SECRET), ["old", "", SECRET])).toEqual(body);
  });

  it.each([
    ["signature_missing", undefined, SECRET],
    ["signature_missing", [], SECRET],
    ["signature_malformed", "sha256=x", SECRET],
    ["signature_duplicated", [sign("x", SECRET), sign("x", SECRET)], SECRET],
    ["secret_blank", sign("x", SECRET), ["", " "]],
  ])("throws %s before the first byte", (code, signature, secret) => {
    expect(() => verifyStream(signature, secret)).toThrow(expect.objectContaining({ code }));
  });
});
