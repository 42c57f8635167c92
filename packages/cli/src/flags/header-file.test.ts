import { parseHeaderFile } from "./header-file.ts";

it.each([
  ["lines", "X-Signature: sha256=ab\nHost: a.test\n", "X-Signature=sha256=ab Host=a.test"],
  ["a request line and headers", "POST /hook HTTP/1.1\r\nHost: a.test\r\n\r\n", "Host=a.test"],
  ["output of curl -v", "> POST / HTTP/1.1\n> Host: a.test\n>\n", "Host=a.test"],
  ["a JSON object", '{"host":"a.test","x":["1","2"]}', "host=a.test x=1 x=2"],
  ["an empty file", "", ""],
])("reads %s", (_, text, expected) => {
  const read = parseHeaderFile(text, "f").map((header) => header.join("="));
  expect(read.join(" ")).toBe(expected);
});

const texts = ["Host: a\nno header here", '{"a":1}', "{broken", '{"a":{"b":"c"}}'];
it.each(texts)("rejects %j with exit code 65", (text) => {
  expect(() => parseHeaderFile(text, "f")).toThrow(expect.objectContaining({ exit: 65 }));
});
