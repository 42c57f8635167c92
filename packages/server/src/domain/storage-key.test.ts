import fc from "fast-check";
import { systemRandom } from "../platform/random.ts";
import { firstStorageKey, isStorageKey, newStorageKey, pathOfKey } from "./storage-key.ts";

const time = fc.nat(2 ** 47);

it("keys sort by time, between the first keys of their millisecond and of the next", () => {
  fc.assert(
    fc.property(time, time, (one, other) => {
      const key = newStorageKey(one, systemRandom);

      expect(isStorageKey(key)).toBe(true);
      expect(pathOfKey(key)).toBe(key);
      expect(key > firstStorageKey(one) && key < firstStorageKey(one + 1)).toBe(true);
      fc.pre(one !== other);
      expect(key < newStorageKey(other, systemRandom)).toBe(one < other);
    }),
  );
});

it("a key of the format without a time has two levels too", () => {
  expect(pathOfKey("0123456789abcdef0123456789abcdef")).toBe("01/23456789abcdef0123456789abcdef");
});

it.each(["", "../../etc/passwd", "0198f3a/../../x", `${"0".repeat(32)}/..`, "intray-installation"])(
  "%j is not a key",
  (name) => {
    expect(isStorageKey(name)).toBe(false);
    expect(() => pathOfKey(name)).toThrow(/is not a storage key/);
  },
);
