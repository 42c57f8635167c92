import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { scriptHmac } from "./script-hmac.ts";
import { sha256 } from "./sha256.ts";

it("makes the digests of node:crypto, for every length up to three blocks and in any pieces", () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 7 + length) % 256);

    expect(sha256([bytes])).toEqual(nodeDigest(bytes));
    expect(sha256([bytes.subarray(0, length >> 1), bytes.subarray(length >> 1)])).toEqual(
      nodeDigest(bytes),
    );
  }
});

it("makes the MACs of node:crypto, for short and long keys", () => {
  const bytes = fc.uint8Array({ maxLength: 400 });
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 200, unit: "grapheme" }),
      bytes,
      bytes,
      (secret, first, second) => {
        const expected = createHmac("sha256", secret).update(first).update(second).digest();

        expect(scriptHmac({ secret, as: "text" }, [first, second])).toEqual(
          new Uint8Array(expected),
        );
      },
    ),
  );
});

const nodeDigest = (bytes: Uint8Array) =>
  new Uint8Array(createHash("sha256").update(bytes).digest());
