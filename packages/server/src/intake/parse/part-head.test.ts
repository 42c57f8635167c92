import fc from "fast-check";
import { MalformedMultipart } from "./multipart-parts.ts";
import { parsePartHead } from "./part-head.ts";

const read = (parameters: string) => parsePartHead(`Content-Disposition: form-data; ${parameters}`);

it.each([
  ['name="a"; filename="b.txt"', "a", "b.txt"],
  ["name=a; filename=b.txt", "a", "b.txt"],
  ['NAME="a";filename = "b"', "a", "b"],
  ['name="a"', "a", undefined],
  ['name=""; filename=""', "", ""],
  ['name="a%22b%0D%0Ac%41%"', 'a"b\r\nc%41%', undefined],
  [String.raw`name="a\"; filename="b\c"`, "a\\", String.raw`b\c`],
  [String.raw`name="a"; filename="say \"hi\".txt"`, "a", 'say "hi".txt'],
  ['name="a;b"; filename="c;d=e"', "a;b", "c;d=e"],
  ['name="a"; filename="x"; filename="y"', "a", "x"],
])("reads from %s the name %j and the file name %j", (parameters, name, fileName) => {
  expect(read(parameters)).toMatchObject({ name, fileName });
});

it("decodes filename* with its own encoding", () => {
  const utf8 = `name="a"; filename="x"; filename*=UTF-8''na%C3%AFve.txt`;

  expect(read(utf8).extendedFileName).toBe("naïve.txt");
  expect(read(`name="a"; filename*=ISO-8859-1'en'%A3.txt`).extendedFileName).toBe("£.txt");
  expect(read(`name="a"; filename*=nonsense''x`).extendedFileName).toBeUndefined();
  expect(read(`name="a"; filename*=UTF-8''%zz`).extendedFileName).toBeUndefined();
});

it("joins folded lines, and reads the type", () => {
  const head = 'content-disposition: form-data;\r\n name="a"\r\nCONTENT-TYPE: text/plain';

  expect(parsePartHead(head)).toMatchObject({ name: "a", contentType: "text/plain" });
});

it.each([
  ["", "malformed header"],
  ["Content-Type: text/plain", "no Content-Disposition"],
  ['Content-Disposition: attachment; name="a"', "not form-data"],
  ['Content-Disposition: form-dataset; name="a"', "not form-data"],
  ["Content-Disposition: form-data", "no name"],
  ['Content-Disposition: form-data; name="a', "no name"],
  [': x\r\nContent-Disposition: form-data; name="a"', "malformed header"],
])("rejects %j, so that no part is lost silently", (head, message) => {
  expect(() => parsePartHead(head)).toThrow(MalformedMultipart);
  expect(() => parsePartHead(head)).toThrow(message);
});

it("agrees with a regular expression that may read the rest once per quote", () => {
  const whole = /;[\t ]*([^\s=;"]+)[\t ]*=[\t ]*(?:"([^]*?)"(?=[\t ]*(?:;|$))|([^;"]*)(?=;|$))/g;
  const piece = fc.constantFrom(";", "=", '"', " ", "\t", "a", "name", "filename", "x y", '\\"');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const sent = `form-data; name="n"; ${pieces.join("")}`.trimEnd();
      const expected = new Map<string, string>();
      for (const [, key = "", quoted, plain = ""] of sent.matchAll(whole)) {
        const value = quoted?.replaceAll('\\"', '"') ?? plain.trim();
        if (!expected.has(key)) expected.set(key, value);
      }

      const { name, fileName } = parsePartHead(`Content-Disposition: ${sent}`);

      expect([name, fileName]).toEqual([expected.get("name"), expected.get("filename")]);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  [';a="x'.repeat(50), "more than 50 parameters"],
  ["\r\nx: y".repeat(50), "more than 50 lines"],
])("has a limited number of parts: %s", (many, problem) => {
  expect(() => read(`name="n"${many}`)).toThrow(problem);
  expect(read(`name="n"${many.slice(0, -6)}`).name).toBe("n");
});
