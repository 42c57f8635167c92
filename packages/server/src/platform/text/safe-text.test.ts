import fc from "fast-check";
import { textParts, visible, webAddress } from "./safe-text.ts";

describe("visible text", () => {
  it.each([
    ["line ends", "a\r\nb\rc\n\td", "a\nb\nc\n\td"],
    ["ASCII control characters", "\u0000\u0007\u001b\u007f", "\u2400\u2407\u241b\u2421"],
    ["C1 control characters", "\u0085\u009b", "[U+0085][U+009B]"],
    ["a reversed name", "photo\u202egpj.exe", "photo[RLO]gpj.exe"],
    ["isolates", "\u2066\u2067\u2068\u2069", "[LRI][RLI][FSI][PDI]"],
    ["marks and joiners that words need", "\u200e\u200f\u200d\u061c", "\u200e\u200f\u200d\u061c"],
    ["letters of all scripts", "שלום 你好 👩‍💻", "שלום 你好 👩‍💻"],
  ])("keeps or names %s", (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("has no control or direction characters, for any input", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(visible(text)).not.toMatch(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});

describe("parts of a text", () => {
  it("link web addresses without trailing punctuation", () => {
    expect(textParts("See https://a.example/x?y=1, (http://b.example).")).toEqual([
      { text: "See " },
      { text: "https://a.example/x?y=1", href: "https://a.example/x?y=1" },
      { text: ", (" },
      { text: "http://b.example", href: "http://b.example/" },
      { text: ")." },
    ]);
  });

  it.each([
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example/x",
    "https://bank.example@evil.example/",
    "https://a:b@evil.example/",
    "http://",
    "https://[::x]/",
    `https://a.example/${"x".repeat(2_001)}`,
  ])("do not link %s", (text) => {
    expect(textParts(text)).toEqual([{ text }]);
    expect(webAddress(text)).toBeUndefined();
  });

  it("are the text when joined and only link to http and https, for any input", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("http://", "https://", "javascript:", "a.example", "/?&\"<'>", "\u202e", "@"),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");

        const parts = textParts(text);

        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const { href } of parts) expect(href ?? "https://").toMatch(/^https?:\/\//);
      }),
    );
  });

  it("have a limited number of links", () => {
    expect(textParts("http://a.example ".repeat(10_000)).length).toBeLessThan(200);
  });
});

it("reads each character of a long address once", () => {
  const text = `http://a${"!".repeat(300_000)}b http://example.org/ok.`;

  expect(textParts(text).filter(({ href }) => href !== undefined)).toEqual([
    { text: "http://example.org/ok", href: "http://example.org/ok" },
  ]);
});
