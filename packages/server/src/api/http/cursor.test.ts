import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCursor, writeCursor } from "./cursor.ts";

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const filter = fc.record({ list: fc.string(), form_id: fc.option(id), after: fc.option(id) });

describe("a cursor", () => {
  it("returns the id to requests with the same filters", () => {
    fc.assert(
      fc.property(filter, id, (own, last) => {
        expect(readCursor({ ...own }, writeCursor(own, last))).toBe(last);
      }),
    );
  });

  it("is rejected with other filters", () => {
    fc.assert(
      fc.property(filter, filter, id, (own, other, last) => {
        fc.pre(JSON.stringify(own) !== JSON.stringify(other));

        expect(() => readCursor(other, writeCursor(own, last))).toThrow(/other filters/);
      }),
    );
  });

  it("is rejected when any of its characters is changed, removed or added", () => {
    const cursor = writeCursor({ list: "forms" }, 123_456);

    fc.assert(
      fc.property(
        fc.nat(cursor.length - 1),
        fc.string({ minLength: 0, maxLength: 2 }),
        (at, put) => {
          const changed = cursor.slice(0, at) + put + cursor.slice(at + 1);
          fc.pre(changed !== cursor);

          expect(() => readCursor({ list: "forms" }, changed)).toThrow(/not a cursor/);
        },
      ),
    );
  });

  it.each(["", "x", "null", "AAAA", "e30", "//../", "☃", "=".repeat(500)])(
    "is never %j",
    (text) => {
      expect(() => readCursor({}, text)).toThrow(/not a cursor/);
    },
  );
});
