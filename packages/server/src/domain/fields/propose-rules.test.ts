import type { Fields } from "../submission/submission.ts";
import type { FieldRule } from "./field-rule.ts";
import { proposeRules } from "./propose-rules.ts";
import { rulesProblem } from "./rule-problem.ts";

const proposed = (posts: readonly Fields[], known: readonly FieldRule[] = []) =>
  proposeRules(
    posts.map((fields) => ({ fields, files: [] })),
    known,
  );
const fieldsOf = (values: Readonly<Record<string, string | string[]>>) => Object.entries(values);
const typeOf = (name: string, ...values: string[]) =>
  proposed(values.map((value) => [[name, value]]))[0]?.type;

describe("a proposed rule", () => {
  it.each([
    ["email", ["ada@example.org", " bob@example.org "], "email"],
    ["email", ["ada@example.org", "bob"], "text"],
    ["site", ["https://example.org", "http://a.example"], "url"],
    ["day", ["2026-01-31", "2024-02-29"], "date"],
    ["seats", ["1", "2.5"], "number"],
    ["zip", ["12345", "54321"], "text"],
    ["number", ["01", "02"], "text"],
    ["phone", ["+49 30 1234", "030/1234"], "tel"],
    ["agree", ["on", "on"], "checkbox"],
    ["message", ["hello", "one\r\ntwo"], "textarea"],
    ["message", ["x".repeat(200)], "textarea"],
    ["name", ["Ada", ""], "text"],
    ["name", ["", ""], "text"],
    ["__proto__", ["1", "x"], "text"],
  ] as const)("for %s of %j has the type %s", (name, values, type) => {
    expect(typeOf(name, ...values)).toBe(type);
  });

  it("is required if the field was filled in every post", () => {
    const rules = proposed([fieldsOf({ a: "x", b: "", c: "x" }), fieldsOf({ a: "y", b: "x" })]);

    expect(rules.map(({ name, required }) => `${name} ${String(required)}`)).toEqual([
      "a true",
      "b undefined",
      "c undefined",
    ]);
  });

  it("has the values of a list as options, if they are few", () => {
    const many = Array.from({ length: 30 }, (_, n) => `value ${n}`);

    const first = fieldsOf({ topics: ["a", "b"], tags: many });
    const second = fieldsOf({ topics: ["c"], tags: [] });

    expect(proposed([first, second])).toEqual([
      { name: "topics", type: "checkbox", required: true, options: ["a", "b", "c"] },
      { name: "tags", type: "checkbox" },
    ]);
  });

  it("is for files where files came", () => {
    const posts = [
      { fields: [["cv", ""]], files: [] },
      { fields: [], files: ["cv", "cv"] },
    ] as const;

    expect(proposeRules(posts, [])).toEqual([{ name: "cv", type: "file" }]);
  });

  it("stands behind the rules that the form has, which are kept", () => {
    const known: FieldRule[] = [{ name: "b", type: "url", max: 9 }];

    expect(proposed([fieldsOf({ a: "x", b: "y" })], known)).toEqual([
      ...known,
      { name: "a", type: "text", required: true },
    ]);
  });

  it("can be saved, whatever the names are", () => {
    const names = ["", "_redirect", "a[]", "[]", "x".repeat(300), "__proto__", "_charset_", "é"];
    const many: Fields = [...names, ...Array.from({ length: 150 }, (_, n) => `f${n}`)].map(
      (name) => [name, "x"],
    );

    const rules = proposed([many]);

    expect(rules.length).toBe(100);
    expect(rulesProblem(rules)).toBeUndefined();
  });

  it("does not exist without a post", () => {
    expect(proposed([])).toEqual([]);
  });
});
