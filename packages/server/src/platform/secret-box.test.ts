import fc from "fast-check";
import { systemRandom } from "./random.ts";
import { createSecretBox, DecryptionError } from "./secret-box.ts";

const key = (fill: number) => Buffer.alloc(32, fill);
const boxOf = (...fills: number[]) => createSecretBox(fills.map(key), systemRandom);
const LOCATION = "webhook/7/signing_secret";

it("decrypts any text that it encrypted, at the same location", () => {
  const box = boxOf(1);

  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, location) => {
      const encrypted = box.encrypt(text, location);

      // Another box, whose cache is empty.
      expect(boxOf(1).decrypt(encrypted, location)).toBe(text);
    }),
  );
});

it("encrypts the same text differently each time, and does not contain it", () => {
  const box = boxOf(1);

  const encrypted = [1, 2].map(() => box.encrypt("whsec_secret", LOCATION));

  expect(new Set(encrypted).size).toBe(2);
  expect(encrypted.join()).not.toContain("secret");
  expect(encrypted[0]).toMatch(/^[0-9a-f]{16}\.[\w-]+$/);
});

it("does not decrypt text that was moved to another row or column", () => {
  const encrypted = boxOf(1).encrypt("text", LOCATION);

  for (const location of ["webhook/8/signing_secret", "webhook/7/next_signing_secret", ""]) {
    expect(() => boxOf(1).decrypt(encrypted, location)).toThrow(DecryptionError);
  }
});

it("does not decrypt text in which any bit was changed", () => {
  const encrypted = boxOf(1).encrypt("text", LOCATION);
  const [id = "", data = ""] = encrypted.split(".");
  const bytes = Buffer.from(data, "base64url");

  fc.assert(
    fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));

      const text = `${id}.${changed.toString("base64url")}`;
      expect(() => boxOf(1).decrypt(text, LOCATION)).toThrow(DecryptionError);
    }),
  );
});

it.each(["", ".", "plain", "whsec_c2VjcmV0", "0123456789abcdef.", "a.b.c"])(
  "does not decrypt %j, and does not contain it in the error",
  (text) => {
    expect(() => boxOf(1).decrypt(text, LOCATION)).toThrow(DecryptionError);
  },
);

it("does not decrypt truncated text", () => {
  const encrypted = boxOf(1).encrypt("text", LOCATION);

  for (let length = 0; length < encrypted.length; length++) {
    expect(() => boxOf(1).decrypt(encrypted.slice(0, length), LOCATION)).toThrow(DecryptionError);
  }
});

it("decrypts with an older key, and encrypts with the first", () => {
  const old = boxOf(1).encrypt("text", LOCATION);
  const rotated = boxOf(2, 1);

  expect(rotated.decrypt(old, LOCATION)).toBe("text");
  expect(rotated.isCurrent(old)).toBe(false);
  expect(rotated.isCurrent(rotated.encrypt("text", LOCATION))).toBe(true);
  expect(() => boxOf(2).decrypt(old, LOCATION)).toThrow(/is not one of the configured keys/);
});

it("decrypts again what is cached and what was evicted", () => {
  const box = boxOf(1);
  const encrypted = Array.from({ length: 1_200 }, (_, n) => box.encrypt(`text ${n}`, LOCATION));

  for (let round = 0; round < 2; round++) {
    for (const [n, one] of encrypted.entries())
      expect(box.decrypt(one, LOCATION)).toBe(`text ${n}`);
  }
  expect(() => box.decrypt(encrypted[0] ?? "", "elsewhere")).toThrow(DecryptionError);
});
