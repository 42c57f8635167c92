import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { systemRandom } from "./random.ts";
import { createSecretBox, SealError } from "./secret-box.ts";

const key = (fill: number) => Buffer.alloc(32, fill);
const boxOf = (...fills: number[]) => createSecretBox(fills.map(key), systemRandom);
const PLACE = "webhook/7/signing_secret";

describe("a secret box", () => {
  it("gives back any text that it sealed, at its place", () => {
    const box = boxOf(1);

    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, place) => {
        const sealed = box.seal(text, place);

        // Another box, so that nothing is remembered.
        expect(boxOf(1).open(sealed, place)).toBe(text);
      }),
    );
  });

  it("seals the same text differently each time, and shows nothing of it", () => {
    const box = boxOf(1);

    const sealed = [box.seal("whsec_secret", PLACE), box.seal("whsec_secret", PLACE)];

    expect(new Set(sealed).size).toBe(2);
    expect(sealed.join()).not.toContain("secret");
    expect(sealed[0]).toMatch(/^[0-9a-f]{16}\.[\w-]+$/);
  });

  it("does not open what was moved to another row or column", () => {
    const sealed = boxOf(1).seal("text", PLACE);

    for (const place of ["webhook/8/signing_secret", "webhook/7/next_signing_secret", ""]) {
      expect(() => boxOf(1).open(sealed, place)).toThrow(SealError);
    }
  });

  it("does not open what was changed, in any bit", () => {
    const sealed = boxOf(1).seal("text", PLACE);
    const [id = "", data = ""] = sealed.split(".");
    const bytes = Buffer.from(data, "base64url");

    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));

        expect(() => boxOf(1).open(`${id}.${changed.toString("base64url")}`, PLACE)).toThrow(
          SealError,
        );
      }),
    );
  });

  it.each(["", ".", "plain", "whsec_c2VjcmV0", "0123456789abcdef.", "a.b.c"])(
    "does not open %j, and says so without it",
    (text) => {
      expect(() => boxOf(1).open(text, PLACE)).toThrow(SealError);
    },
  );

  it("does not open a text that was cut short", () => {
    const sealed = boxOf(1).seal("text", PLACE);

    for (let length = 0; length < sealed.length; length++) {
      expect(() => boxOf(1).open(sealed.slice(0, length), PLACE)).toThrow(SealError);
    }
  });

  it("opens with an older key, and seals with the first", () => {
    const old = boxOf(1).seal("text", PLACE);
    const rotated = boxOf(2, 1);

    expect(rotated.open(old, PLACE)).toBe("text");
    expect(rotated.isCurrent(old)).toBe(false);
    expect(rotated.isCurrent(rotated.seal("text", PLACE))).toBe(true);
    expect(() => boxOf(2).open(old, PLACE)).toThrow(/is not among those given/);
  });

  it("opens again what it remembers, and what it had to forget", () => {
    const box = boxOf(1);
    const sealed = Array.from({ length: 1_200 }, (_, n) => box.seal(`text ${n}`, PLACE));

    for (let round = 0; round < 2; round++) {
      for (const [n, one] of sealed.entries()) expect(box.open(one, PLACE)).toBe(`text ${n}`);
    }
    expect(() => box.open(sealed[0] ?? "", "elsewhere")).toThrow(SealError);
  });
});
