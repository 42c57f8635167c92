import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { sign, verify, verifyStream, WebhookVerificationError } from "./index.ts";

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/** The output of the stream. Rejects with the error of the stream. */
const outputOf = (
  chunks: readonly Uint8Array[],
  signature: string,
  secrets: string | string[] = SECRET,
): Promise<Buffer> => buffer(Readable.from(chunks).pipe(verifyStream(signature, secrets)));

function codeOf(error: unknown): string {
  if (error instanceof WebhookVerificationError) return error.code;
  throw error;
}

it("outputs a signed body unchanged, in any chunks, and agrees with verify", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array()), fc.boolean(), async (chunks, isSigned) => {
      const body = Buffer.concat(chunks);
      const signature = sign(isSigned ? body : Buffer.concat([body, Buffer.of(0)]), SECRET);

      const result = await outputOf(chunks, signature).catch(codeOf);

      expect(verify(body, signature, SECRET)).toBe(isSigned);
      expect(result).toEqual(isSigned ? body : "signature_mismatch");
    }),
  );
});

it("accepts any of the secrets", async () => {
  const body = Buffer.from("x");

  expect(await outputOf([body], sign(body, SECRET), ["old", "", SECRET])).toEqual(body);
});

it.each([
  ["signature_missing", undefined, SECRET],
  ["signature_missing", [], SECRET],
  ["signature_malformed", "sha256=x", SECRET],
  ["signature_duplicated", [sign("x", SECRET), sign("x", SECRET)], SECRET],
  ["secret_blank", sign("x", SECRET), ["", " "]],
])("throws %s before it reads anything", (code, signature, secret) => {
  expect(() => verifyStream(signature, secret)).toThrow(expect.objectContaining({ code }));
});
