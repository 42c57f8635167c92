import fc from "fast-check";
import { hashKey, isMistyped, keyPrefix, newKey } from "./api-key.ts";

const kind = fc.constantFrom("account", "form");
const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));

describe("a new key", () => {
  it("shows its kind, has a fixed length and a valid checksum", () => {
    fc.assert(
      fc.property(kind, secret, (of, bytes) => {
        const key = newKey(of, () => bytes);

        expect(key).toMatch(/^itk_(acct|form)_[0-9A-Za-z]{49}$/);
        expect(key.startsWith("itk_form_")).toBe(of === "form");
        expect(isMistyped(key)).toBe(false);
        expect(hashKey(key)).toHaveLength(32);
      }),
    );
  });

  it("contains all 256 random bits", () => {
    fc.assert(
      fc.property(secret, secret, (a, b) => {
        fc.pre(!a.equals(b));

        expect(newKey("form", () => a)).not.toBe(newKey("form", () => b));
      }),
    );
  });

  it("is mistyped when any character is changed", () => {
    const key = newKey("account", () => Buffer.alloc(32, 7));

    fc.assert(
      fc.property(
        fc.integer({ min: 9, max: key.length - 1 }),
        fc.constantFrom("0", "A", "a", "z", "9", "_", "-"),
        (at, put) => {
          fc.pre(key[at] !== put);

          expect(isMistyped(key.slice(0, at) + put + key.slice(at + 1))).toBe(true);
        },
      ),
    );
  });

  it("has a prefix with only four random characters", () => {
    const key = newKey("account", () => Buffer.alloc(32, 7));

    expect(keyPrefix(key)).toBe(key.slice(0, 13));
  });
});

it.each(["", "a key that somebody chose for the first start", "itk_", "Bearer itk_acct_x"])(
  "%j does not have the format of a key, so it is not reported as mistyped",
  (text) => {
    expect(isMistyped(text)).toBe(false);
  },
);
