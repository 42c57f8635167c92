import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import * as octokit from "@octokit/webhooks-methods";
import fc from "fast-check";
import { sign, signStandard, verify } from "./index.ts";

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/** Signature by `openssl dgst`, as an independent implementation. */
function opensslSignature(body: Uint8Array | string): string {
  const output = execFileSync("openssl", ["dgst", "-sha256", "-hmac", SECRET], { input: body });
  return `sha256=${output.toString().trim().split(/\s+/).at(-1) ?? ""}`;
}

describe("sign", () => {
  it.each([
    ["text", '{"name":"Zoë","message":"Hello 🚀"}'],
    ["an empty body", ""],
    ["every byte", Uint8Array.from({ length: 256 }, (_, byte) => byte)],
    ["invalid UTF-8 after a byte order mark", Uint8Array.of(0xef, 0xbb, 0xbf, 0xff, 0xc3, 0x28)],
    ["1 MiB", Buffer.alloc(1024 * 1024, "intray")],
  ])("equals the signature of openssl for %s", (_name, body) => {
    const expected = opensslSignature(body);

    expect(sign(body, SECRET)).toBe(expected);
    expect(verify(body, expected, SECRET)).toBe(true);
  });

  it("equals the signature of @octokit/webhooks-methods, which accepts it", async () => {
    const word = fc.string({ unit: "grapheme", minLength: 1 });
    await fc.assert(
      fc.asyncProperty(word, word, async (body, text) => {
        const secret = `k${text}`;
        const signature = sign(body, secret);

        expect(verify(body, signature, secret)).toBe(true);
        expect(await octokit.sign(secret, body)).toBe(signature);
        expect(await octokit.verify(secret, body, signature)).toBe(true);
        expect(await octokit.verify(secret, `${body}.`, signature)).toBe(false);
      }),
    );
  });

  it("encodes a lone surrogate as U+FFFD", () => {
    const expected = sign(Uint8Array.of(0x78, 0xef, 0xbf, 0xbd), SECRET);

    expect(sign("x\uD800", SECRET)).toBe(expected);
  });

  const blanks = [undefined, null, "", " \n", "\u0000", "\u200B", 7, {}];
  it.each(blanks)("throws for the secret %j", (secret) => {
    const blank = secret as string;

    expect(() => sign("body", blank)).toThrow("The signing secret is blank.");
  });

  it.each([undefined, null, 7, { parsed: true }, [1, 2]])("throws for the body %j", (body) => {
    const parsed = body as unknown as string;

    expect(() => sign(parsed, SECRET)).toThrow("The body to sign is not raw.");
  });
});

describe("signStandard", () => {
  it.each([
    [{ id: "", timestamp: 1, body: "" }, SECRET, /webhook id/],
    [{ id: "a.1", timestamp: 1, body: "" }, SECRET, /webhook id/],
    [{ id: "a\nb", timestamp: 1, body: "" }, SECRET, /webhook id/],
    [{ id: "a", timestamp: 1.5, body: "" }, SECRET, /timestamp 1\.5/],
    [{ id: "a", timestamp: -1, body: "" }, SECRET, /timestamp -1/],
    [{ id: "a", timestamp: NaN, body: "" }, SECRET, /timestamp NaN/],
    [{ id: "a", timestamp: 1, body: "" }, "plain", /no base64 part/],
    [{ id: "a", timestamp: 1, body: "" }, "whsec_", /blank/],
    [{ id: "a", timestamp: 1, body: "" }, "whsec_!", /no base64 part/],
    [{ id: "a", timestamp: 1, body: "" }, "whsec_A", /no base64 part/],
    [{ id: "a", timestamp: 1, body: "" }, "", /blank/],
  ])("throws for the message %j with the secret %j", (message, secret, sentence) => {
    expect(() => signStandard(message, secret)).toThrow(sentence);
  });
});
