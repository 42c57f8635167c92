import { expect, it } from "vitest";
import { spliced } from "./wrap-json.ts";

const JSON_TEXT = '["ü",1]';

it.each([
  ["room on both sides", 64, 64],
  ["no room before", 0, 64],
  ["no room behind", 64, 0],
  ["no room", 0, 0],
  ["just enough room", '{"items":'.length, ',"meta":"é"}'.length + 1],
  ["one byte too few before", '{"items":'.length - 1, 64],
  ["one byte too few behind", 64, ',"meta":"é"}'.length],
])("puts the rest around what was written, with %s", (_, before, behind) => {
  const text = Buffer.from(JSON_TEXT);
  const json = new Uint8Array(new ArrayBuffer(before + text.length + behind), before, text.length);
  json.set(text);

  const whole = spliced("items", json, { meta: "é" });

  expect(Buffer.from(whole).toString()).toBe(`{"items":${JSON_TEXT},"meta":"é"}`);
});

it("needs nothing behind", () => {
  const whole = spliced("a", new TextEncoder().encode("[]"), {});

  expect(Buffer.from(whole).toString()).toBe('{"a":[]}');
});
