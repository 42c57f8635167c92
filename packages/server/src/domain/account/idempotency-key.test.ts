import fc from "fast-check";
import { postKeyHash, readIdempotencyKey, requestKey } from "./idempotency-key.ts";

describe("an idempotency key", () => {
  it.each([
    [undefined, undefined],
    ["", undefined],
    ["  ", undefined],
    [" a b ", "a b"],
    [["a", "b"], "a, b"],
    ["x".repeat(255), "x".repeat(255)],
  ])("is read from %j as %j", (header, key) => {
    expect(readIdempotencyKey(header)).toBe(key);
  });

  it.each(["x".repeat(256), "é", "a\tb", "\x7f", "a\0b"])("is rejected when it is %j", (header) => {
    expect(() => readIdempotencyKey(header)).toThrow(/Idempotency-Key must be 1 to 255 printable/);
  });

  it("has a hash of its text and a hash of its content", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (key, content, k, c) => {
        fc.pre(!key.includes("\n") && !k.includes("\n"));
        const first = requestKey({ scope: "account 1", key, content });
        const second = requestKey({ scope: "account 1", key: k, content: c });

        const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
        expect(isSame(first.key_hash, second.key_hash)).toBe(key === k);
        expect(isSame(first.content_hash, second.content_hash)).toBe(key === k && content === c);
      }),
    );
  });

  it("of a post depends on every part of its files", () => {
    const file = { form_name: "cv", name: "a.txt", sha256: "00" };
    const hashes = [
      postKeyHash("k", "c", []),
      postKeyHash("k", "c", [file]),
      postKeyHash("k", "c", [file, file]),
      postKeyHash("k", "c", [{ ...file, name: "b.txt" }]),
      postKeyHash("k", "c", [{ ...file, sha256: "01" }]),
      postKeyHash("k", "d", [file]),
      postKeyHash("l", "c", [file]),
    ];

    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
