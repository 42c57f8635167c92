import fc from "fast-check";
import { decodeChunks } from "./capture.ts";

const decoded = (text: string) => decodeChunks(Buffer.from(text))?.toString();

describe("a body in chunks", () => {
  it.each([
    ["one chunk", "5\r\nhello\r\n0\r\n\r\n", "hello"],
    ["several", "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", "hello"],
    ["none", "0\r\n\r\n", ""],
    ["extensions and spaces", "5 ;a=b\r\nhello\r\n0;c\r\n\r\n", "hello"],
    ["trailers", "5\r\nhello\r\n0\r\nExpires: never\r\n\r\n", "hello"],
    ["capital and leading zero", "0A\r\n0123456789\r\n0\r\n\r\n", "0123456789"],
    ["line breaks without CR", "5\nhello\n0\n\n", "hello"],
    ["a line break that an editor added", "5\r\nhello\r\n0\r\n\r\n\n", "hello"],
    ["line breaks that an editor removed", "5\r\nhello\r\n0\r\n", "hello"],
    ["content that looks like a chunk", "9\r\n5\r\nhello\n\r\n0\r\n\r\n", "5\r\nhello\n"],
    ["bytes, not characters", "3\r\n€\r\n0\r\n\r\n", "€"],
  ])("is decoded: %s", (_, text, expected) => {
    expect(decoded(text)).toBe(expected);
  });

  it.each([
    ["nothing", ""],
    ["JSON", '{"a":1}'],
    ["a size alone", "5\r\n"],
    ["a chunk that is cut off", "5\r\nhel"],
    ["no last chunk", "5\r\nhello\r\n"],
    ["a wrong size", "4\r\nhello\r\n0\r\n\r\n"],
    ["a size that no file has", "ffffffff\r\nx"],
    ["more digits than a size has", "fffffffff\r\nx"],
    ["a negative size", "-5\r\nhello\r\n0\r\n\r\n"],
    ["content after the end", "5\r\nhello\r\n0\r\n\r\nPOST / HTTP/1.1\r\n"],
  ])("is left as it is: %s", (_, text) => {
    expect(decoded(text)).toBeUndefined();
  });

  it("has the same content however it was divided", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 })), (parts) => {
        const framed = parts.flatMap((part) => [
          Buffer.from(`${part.length.toString(16)}\r\n`),
          part,
          Buffer.from("\r\n"),
        ]);
        const bytes = Buffer.concat([...framed, Buffer.from("0\r\n\r\n")]);

        expect(decodeChunks(bytes)).toEqual(Buffer.concat(parts));
      }),
    );
  });
});
