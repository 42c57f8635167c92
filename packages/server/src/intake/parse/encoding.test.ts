import iconv from "iconv-lite";
import fc from "fast-check";
import { decoderOf, decoderOfContentType } from "./encoding.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { parseUrlencoded } from "./parse-urlencoded.ts";

function urlencoded(pairs: readonly (readonly [string, string])[], encoding: string): Buffer {
  const escaped = (text: string) =>
    [...iconv.encode(text, encoding)]
      .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
      .join("");
  return Buffer.from(pairs.map((pair) => pair.map(escaped).join("=")).join("&"));
}

it("is decoded by its Content-Type if there is no _charset_", () => {
  const body = urlencoded([["a", "é"]], "windows-1252");

  expect(
    parseUrlencoded(body, DEFAULT_LIMITS, decoderOfContentType("x/y; charset=ISO-8859-1")),
  ).toEqual([["a", "é"]]);
  expect(
    parseUrlencoded(body, DEFAULT_LIMITS, decoderOfContentType("x/y; charset=nonsense")),
  ).toEqual([["a", "\ufffd"]]);
});

it("keeps the field _charset_ as data if its value is no encoding", () => {
  const pairs = [["_charset_", "klingon"]];

  expect(parseUrlencoded(Buffer.from("_charset_=klingon"), DEFAULT_LIMITS)).toEqual(pairs);
  expect(parseUrlencoded(Buffer.from("a=_charset_"), DEFAULT_LIMITS)).toEqual([["a", "_charset_"]]);
});

it.each(["utf-16", "utf-16be", "utf8", "UTF-8", " utf-8 "])(
  "is decoded as UTF-8 for the label %s",
  (label) => {
    expect(decoderOf(label)?.(Buffer.from("é"))).toBe("é");
  },
);

it.each(["replacement", "", "no such", "\0"])("has no decoder for the label %j", (label) => {
  expect(decoderOf(label)).toBeUndefined();
});

it.each(["windows-1252", "gb18030", "big5", "shift_jis", "euc-kr", "iso-2022-jp", "koi8-r"])(
  "is decoded by %s as by TextDecoder, ASCII and the rest",
  (label) => {
    const decode = decoderOf(label);
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 20, max: 0x7f }),
      fc.uint8Array({ maxLength: 20 }),
    );

    fc.assert(
      fc.property(bytes, (sent) => {
        const decoder = new TextDecoder(label, { ignoreBOM: true });

        expect(decode?.(Buffer.from(sent))).toBe(decoder.decode(sent));
      }),
    );
  },
);
