import fc from "fast-check";
import { readCursor, writeCursor } from "./cursor.ts";

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const row = fc.record(
  {
    id,
    mark: fc.option(
      fc.record({
        created_at: fc.integer({ min: 0, max: 8_640_000_000_000_000 }),
        tail: fc.stringMatching(/^[\w-]{1,6}$/),
      }),
      { nil: undefined },
    ),
    rank: fc.integer({ min: 0, max: 9 }),
  },
  { requiredKeys: ["id", "mark"] },
);
const filter = fc.record({ list: fc.string(), form_id: fc.option(id), after: fc.option(id) });

describe("a cursor", () => {
  it("returns the row to requests with the same filters", () => {
    fc.assert(
      fc.property(filter, row, (own, last) => {
        expect(readCursor({ ...own }, writeCursor(own, last))).toEqual(last);
      }),
    );
  });

  it("of version 0.1.0 has an id and no mark", () => {
    const cursor = "VnVzd3FfdDNMOWhjdkZJcnE5R3FvMHkwNw";

    expect(readCursor({ list: "forms" }, cursor)).toEqual({ id: 7, mark: undefined });
  });

  it("is rejected with other filters", () => {
    fc.assert(
      fc.property(filter, filter, row, (own, other, last) => {
        fc.pre(JSON.stringify(own) !== JSON.stringify(other));

        expect(() => readCursor(other, writeCursor(own, last))).toThrow(/other filters/);
      }),
    );
  });

  it("is rejected when any of its characters is changed, removed or added", () => {
    const cursor = writeCursor(
      { list: "forms" },
      { id: 123_456, mark: { created_at: 7, tail: "a-b_cd" } },
    );

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
