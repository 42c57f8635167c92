import { describe, expect, it } from "vitest";
import { asQuery, parseApiFields } from "./member-flags.ts";

describe("parseApiFields", () => {
  it.each([
    ["a=b", ["a", "b"]],
    ["a=", ["a", ""]],
    ["a=b=c:=d", ["a", "b=c:=d"]],
    ["a:=true", ["a", true]],
    ['a:={"b":[1]}', ["a", { b: [1] }]],
    ["a:b=c", ["a:b", "c"]],
    ["__proto__=x", ["__proto__", "x"]],
  ])("reads %s", (word, expected) => {
    expect([...parseApiFields([word])]).toEqual([expected]);
  });

  it.each(["a", "", "=b", ":=1", "a:={", "a:="])("rejects %j with exit code 2", (word) => {
    expect(() => parseApiFields([word])).toThrow(expect.objectContaining({ exit: 2 }));
  });
});

describe("asQuery", () => {
  it("keeps strings and writes other values as JSON", () => {
    expect(asQuery(parseApiFields(["unread:=true", "q=true"]))).toEqual({
      unread: "true",
      q: "true",
    });
  });
});
