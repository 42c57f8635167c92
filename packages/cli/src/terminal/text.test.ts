import fc from "fast-check";
import {
  displayWidth,
  truncateTo,
  padTo,
  escapeLine,
  escapeJson,
  escapeLines,
  tsvCell,
  relativeTime,
} from "./text.ts";

it.each([
  ["abc", 3],
  ["", 0],
  ["日本", 4],
  ["e\u0301", 1],
  ["👍🏽", 2],
  ["ﾊﾝ", 2],
])("displayWidth counts the columns of %j as %i", (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

it("truncateTo never exceeds the given width and never splits a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      const truncated = truncateTo(text, width);
      expect(displayWidth(truncated)).toBeLessThanOrEqual(width);
      expect(truncated.isWellFormed()).toBe(true);
      expect(truncated === text).toBe(displayWidth(text) <= width);
    }),
  );
});

it("padTo counts columns, not characters", () => {
  expect(padTo("日", 4)).toBe("日  ");
});

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/;

describe("escapeLine", () => {
  it.each([
    ["an escape sequence", "a\u001B[2Jb", "a\\u001b[2Jb"],
    ["a C1 control sequence introducer", "a\u009B31mb", "a\\u009b31mb"],
    ["a bidirectional override", "exe.\u202Egnp", "exe.\\u202egnp"],
    ["tabs and line breaks", "a\tb\r\nc", "a\\tb\\r\\nc"],
    ["a lone surrogate", "a\uD800b", "a\\ud800b"],
    ["nothing in plain text", "Grüße, 世界 👋", "Grüße, 世界 👋"],
  ])("escapes %s", (_, text, expected) => {
    expect(escapeLine(text)).toBe(expected);
  });

  it("leaves no control character in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(CONTROL.test(escapeLine(text))).toBe(false);
      }),
    );
  });
});

it("escapeLines keeps line breaks and escapes other control characters", () => {
  expect(escapeLines("one\ntwo\u0007")).toBe("one\ntwo\\u0007");
});

it("tsvCell can be reversed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
      expect(JSON.parse(`"${tsvCell(text).replaceAll('"', '\\"')}"`)).toBe(text);
    }),
  );
});

it("escapeJson parses to the same value and contains no control characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const json = escapeJson(JSON.stringify({ text }));
      expect([CONTROL.test(json), JSON.parse(json)]).toEqual([false, { text }]);
    }),
  );
});

const NOW = Date.parse("2026-05-10T12:00:00.000Z");

it.each([
  ["2026-05-10T11:59:59.500Z", "now"],
  ["2026-05-10T11:59:48.000Z", "12s ago"],
  ["2026-05-10T11:58:01.000Z", "1m ago"],
  ["2026-05-10T09:00:00.000Z", "3h ago"],
  ["2026-05-08T12:00:00.000Z", "2d ago"],
  ["2026-04-10T11:00:00.000Z", "2026-04-10"],
  ["2026-05-10T12:05:30.000Z", "in 5m"],
  ["2027-01-01T00:00:00.000Z", "2027-01-01"],
  ["yesterday", "yesterday"],
  ["2026-99-99T00:00:00Z", "2026-99-99T00:00:00Z"],
  ["", ""],
])("relativeTime %s is %s", (time, text) => {
  expect(relativeTime(time, NOW)).toBe(text);
});
