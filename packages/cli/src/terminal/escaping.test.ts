import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeLine, escapeJson, escapeLines, tsvCell } from "./escaping.ts";

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

describe("escapeLines", () => {
  it("keeps line breaks and escapes other control characters", () => {
    expect(escapeLines("one\ntwo\u0007")).toBe("one\ntwo\\u0007");
  });
});

describe("tsvCell", () => {
  it("can be reversed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
        expect(JSON.parse(`"${tsvCell(text).replaceAll('"', '\\"')}"`)).toBe(text);
      }),
    );
  });
});

describe("escapeJson", () => {
  it("parses to the same value and contains no control characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const json = escapeJson(JSON.stringify({ text }));
        expect(CONTROL.test(json)).toBe(false);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });
});
