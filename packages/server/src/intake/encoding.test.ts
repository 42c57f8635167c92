import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decoderOf, decoderOfType } from "./encoding.ts";
import { parseUrlencoded } from "./parse-urlencoded.ts";

/** As a browser sends a page of another encoding. */
function urlencoded(pairs: readonly (readonly [string, string])[], encoding: string): Buffer {
  const escaped = (text: string) =>
    [...iconv.encode(text, encoding)]
      .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
      .join("");
  return Buffer.from(pairs.map((pair) => pair.map(escaped).join("=")).join("&"));
}

describe("a form of another encoding", () => {
  it.each([
    ["windows-1252", "Größe – 5 €"],
    ["Shift_JIS", "表示ソート"],
    ["GBK", "你好，世界"],
    ["KOI8-R", "Привет"],
    ["EUC-KR", "안녕하세요"],
    ["Big5", "繁體中文"],
    ["ISO-8859-2", "Zażółć gęślą"],
  ])("is read in what its field _charset_ names: %s", (encoding, text) => {
    const body = urlencoded(
      [
        [text, text],
        ["_charset_", encoding],
      ],
      encoding,
    );

    expect(parseUrlencoded(body)).toEqual([[text, text]]);
  });

  it("is read as its Content-Type says where nothing else does", () => {
    const body = urlencoded([["a", "é"]], "windows-1252");

    expect(parseUrlencoded(body, decoderOfType("x/y; charset=ISO-8859-1"))).toEqual([["a", "é"]]);
    expect(parseUrlencoded(body, decoderOfType("x/y; charset=nonsense"))).toEqual([
      ["a", "\ufffd"],
    ]);
  });

  it("that names no encoding keeps the field as data", () => {
    const pairs = [["_charset_", "klingon"]];

    expect(parseUrlencoded(Buffer.from("_charset_=klingon"))).toEqual(pairs);
    expect(parseUrlencoded(Buffer.from("a=_charset_"))).toEqual([["a", "_charset_"]]);
  });

  it.each(["utf-16", "utf-16be", "utf8", "UTF-8", " utf-8 "])("%s is sent as UTF-8", (label) => {
    expect(decoderOf(label)?.(Buffer.from("é"))).toBe("é");
  });

  it.each(["replacement", "", "no such", "\0"])("has no label such as %j", (label) => {
    expect(decoderOf(label)).toBeUndefined();
  });
});
