import { describe, expect, it } from "vitest";
import { parseHeaderFile } from "./header-file.ts";

describe("parseHeaderFile", () => {
  it.each([
    [
      "lines",
      "X-Service-Signature: sha256=ab\nHost: a.test\n",
      [
        ["X-Service-Signature", "sha256=ab"],
        ["Host", "a.test"],
      ],
    ],
    ["a whole request's head", "POST /hook HTTP/1.1\r\nHost: a.test\r\n\r\n", [["Host", "a.test"]]],
    ["curl's marks", "> POST / HTTP/1.1\n> Host: a.test\n>\n", [["Host", "a.test"]]],
    [
      "a JSON object",
      '{"host":"a.test","x":["1","2"]}',
      [
        ["host", "a.test"],
        ["x", "1"],
        ["x", "2"],
      ],
    ],
    ["nothing", "", []],
  ])("reads %s", (_, text, expected) => {
    expect(parseHeaderFile(text, "f")).toEqual(expected);
  });

  it.each(["Host: a\nno header here", '{"a":1}', "{broken", '{"a":{"b":"c"}}'])(
    "refuses %j with exit code 65",
    (text) => {
      expect(() => parseHeaderFile(text, "f")).toThrow(expect.objectContaining({ exit: 65 }));
    },
  );
});
