import { parseRow } from "./pages.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("parseRow", () => {
  it.each([
    ['{"id":7}', 7],
    ['{"id":9007199254740991,"a":1}', 9_007_199_254_740_991],
    ['{"a":"\\"id\\":8","id":9}', 9],
    ['{ "id" : 10 }', 10],
    ['{"id":1e1}', 10],
  ])("finds the id of %s", (json, id) => {
    expect(parseRow(bytes(json)).id).toBe(id);
  });

  const others = ["{}", '{"id":"7"}', '{"id":1.5}', '{"id":99999999999999999}', "null", "7", "[]"];
  it.each(others)("rejects %s, which is not a submission", (json) => {
    expect(() => parseRow(bytes(json))).toThrow("without an id");
  });
});
