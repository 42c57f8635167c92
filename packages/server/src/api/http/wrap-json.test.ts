import { wrapJson } from "./wrap-json.ts";

const JSON_TEXT = '["ü",1]';

it.each([
  ["space on both sides", 64, 64],
  ["no space before", 0, 64],
  ["no space after", 64, 0],
  ["no space", 0, 0],
  ["just enough space", '{"items":'.length, ',"meta":"é"}'.length + 1],
  ["one byte too few before", '{"items":'.length - 1, 64],
  ["one byte too few after", 64, ',"meta":"é"}'.length],
])("wraps the JSON, with %s", (_, before, after) => {
  const text = Buffer.from(JSON_TEXT);
  const json = new Uint8Array(new ArrayBuffer(before + text.length + after), before, text.length);
  json.set(text);

  const wrapped = wrapJson("items", json, { meta: "é" });

  expect(Buffer.from(wrapped).toString()).toBe(`{"items":${JSON_TEXT},"meta":"é"}`);
});

it("adds nothing for an empty rest", () => {
  const wrapped = wrapJson("a", new TextEncoder().encode("[]"), {});

  expect(Buffer.from(wrapped).toString()).toBe('{"a":[]}');
});
