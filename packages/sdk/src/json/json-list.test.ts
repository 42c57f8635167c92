import fc from "fast-check";
import { splitList } from "./json-page.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (item: Uint8Array) => new TextDecoder().decode(item);
const taken = (body: string) => splitList(bytes(body), "rows");
const parses = (body: string) => {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
};
const takes = (body: string) => {
  try {
    taken(body);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return false;
  }
};

it("returns each record as it was written, and the rest, whatever the records contain", () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.dictionary(
        fc.string().filter((name) => name !== "rows" && name !== "__proto__"),
        fc.jsonValue(),
      ),
      (rows, meta) => {
        const written = rows.map((row) => JSON.stringify(row));

        const cut = taken(JSON.stringify({ before: meta, rows, ...meta }));

        expect(cut?.items.map(text)).toEqual(written);
        expect(cut?.rest).toEqual(JSON.parse(JSON.stringify({ before: meta, rows: [], ...meta })));
      },
    ),
  );
});

it("accepts exactly what JSON.parse accepts, also for text that is almost JSON", () => {
  const token = fc.constantFrom(
    ..."\"{}[],:0+-.e /'\\\n\t\u0001\u00a0\ufeffé\u2028".split(""),
    ...'"a" \\u00e \\n "rows":[ 1 E5 01 1.5e-3 true nul null NaN'.split(" "),
  );
  const body = fc.oneof(
    fc.array(token, { maxLength: 8 }).map((parts) => parts.join("")),
    fc.array(token, { maxLength: 6 }).map((parts) => `{"rows":[${parts.join("")}]}`),
    fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", '"', ",", "]", "}", "\\", "0", "\n"))
      .map(([json, at, slip]) => json.slice(0, at) + slip + json.slice(at + 1)),
  );

  fc.assert(
    fc.property(body, (one) => {
      expect(takes(one)).toBe(parses(one));
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ['{"rows":[-0,1.50,12345678901234567890]}', ["-0", "1.50", "12345678901234567890"]],
  ['{"rows":["\\"]},{",{"rows":[1]}]}', ['"\\"]},{"', '{"rows":[1]}']],
  ['{"rows":[1],"r\\u006fws":[2]}', ["2"]],
  ['{"rows": [ {"a": 1} , 2 ] }', ['{"a": 1}', "2"]],
  ['{"rows":[{\r\n"a":\n"b\\n"}]}\n', ['{"a":"b\\n"}']],
  ['{"rows":[]}', []],
])("cuts %s", (body, items) => {
  expect(taken(body)?.items.map(text)).toEqual(items);
});

const bodies = ["[]", "null", "{}", '{"rows":{}}', '{"rows":[1],"rows":null}', '{"Rows":[1]}'];
it.each(bodies)("finds no list in %s", (body) => {
  expect(taken(body)).toBeUndefined();
});

it("accepts records of any depth", () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);

  expect(taken(`{"rows":[${deep}]}`)?.items[0]).toHaveLength(400_000);
});

it("decodes invalid UTF-8 like text", () => {
  const body = Buffer.concat([bytes('{"rows":["'), Buffer.from([0xff, 0xc3]), bytes('"]}')]);

  expect(splitList(body, "rows")?.items.map(text)).toEqual(['"\ufffd\ufffd"']);
});
