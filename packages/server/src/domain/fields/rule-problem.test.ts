import fc from "fast-check";
import { compileRules } from "./check-fields.ts";
import { FIELD_TYPES, type FieldRule } from "./field-rule.ts";
import { rulesProblem } from "./rule-problem.ts";

const problemOf = (...fields: FieldRule[]) => {
  const found = rulesProblem(fields);
  return found === undefined ? undefined : `${found.field}: ${found.message}`;
};

describe("the rules of a form", () => {
  it("may be of every type, with the members that apply to it", () => {
    const fields: FieldRule[] = [
      { name: "name", type: "text", required: true, min: 2, max: 80, pattern: "[A-Z].*" },
      { name: "message", type: "textarea", max: 5_000 },
      { name: "email", type: "email", label: "E-mail" },
      { name: "site", type: "url" },
      { name: "phone", type: "tel", pattern: "[0-9 +]{5,}" },
      { name: "seats", type: "number", min: 1, max: 4.5 },
      { name: "day", type: "date", min: "2026-01-01", max: "2026-12-31" },
      { name: "size", type: "select", options: ["S", "M"] },
      { name: "topics", type: "select", options: ["a", "b"], multiple: true, min: 1, max: 2 },
      { name: "color", type: "radio", options: ["red"] },
      { name: "agree", type: "checkbox", required: true },
      { name: "days", type: "checkbox", options: ["Mon", "Tue"], max: 1 },
      { name: "campaign", type: "hidden" },
      {
        name: "cv",
        type: "file",
        multiple: true,
        max: 3,
        accept: ".pdf, image/*",
        max_bytes: 1_000,
      },
      { name: "__proto__", type: "text" },
      { name: "constructor", type: "number", max: 3 },
    ];

    expect(rulesProblem(fields)).toBeUndefined();
  });

  it.each<readonly [string, FieldRule["type"], Partial<FieldRule>, RegExp]>([
    ["options of a text", "text", { options: ["b"] }, /^fields\.0\.options: .*"a".*select/],
    ["a choice without options", "select", {}, /^fields\.0\.options: .*needs options/],
    ["no option", "radio", { options: [] }, /^fields\.0\.options: .*empty/],
    ["equal options", "radio", { options: ["b", "b"] }, /"b" twice/],
    ["options with spaces around", "radio", { options: ["b "] }, /spaces around/],
    ["options of two lines", "radio", { options: ["b\nc"] }, /line break/],
    ["several texts", "text", { multiple: true }, /^fields\.0\.multiple: /],
    ["a pattern of numbers", "number", { pattern: "1" }, /^fields\.0\.pattern: /],
    [
      "a bad pattern",
      "text",
      { pattern: "(" },
      /^fields\.0\.pattern: The pattern of .* "a" is not/,
    ],
    ["file types of a text", "text", { accept: ".pdf" }, /^fields\.0\.accept: /],
    ["bytes of a text", "text", { max_bytes: 1 }, /^fields\.0\.max_bytes: /],
    ["unknown file types", "file", { accept: ".pdf, images" }, /"images"/],
    ["an empty list of file types", "file", { accept: "," }, /contain ""/],
    ["a length that is negative", "text", { min: -1 }, /^fields\.0\.min: .*whole number/],
    ["a length with a fraction", "text", { max: 1.5 }, /^fields\.0\.max: /],
    ["a length as text", "text", { max: "5" }, /^fields\.0\.max: /],
    ["a number as text", "number", { min: "1" }, /must be a number/],
    ["a date as a number", "date", { min: 2026 }, /such as 2026-01-31/],
    ["a day that does not exist", "date", { max: "2026-02-30" }, /^fields\.0\.max: /],
    ["a range of one choice", "radio", { options: ["b"], min: 1 }, /one value of a choice/],
    ["a range of one box", "checkbox", { max: 1 }, /^fields\.0\.max: /],
    ["several of one file", "file", { max: 2 }, /^fields\.0\.max: .*multiple/],
    ["max below min", "number", { min: 3, max: 2 }, /^fields\.0\.max: .*less/],
    ["a control field", "text", { name: "_redirect" }, /^fields\.0\.name: .*control field/],
    ["a name with brackets", "text", { name: "a[]" }, /stored as "a"/],
  ])("may not have %s", (_what, type, members, message) => {
    expect(problemOf({ name: "a", type, ...members })).toMatch(message);
  });

  it("have different names, also names that objects have", () => {
    expect(problemOf({ name: "__proto__", type: "text" }, { name: "__proto__", type: "url" })).toBe(
      'fields.1.name: Two rules have the name "__proto__" (numbers 1 and 2). Remove one of them.',
    );
  });

  it("have a limit of options and of patterns in all", () => {
    const options = Array.from({ length: 500 }, (_, n) => `option ${n}`);
    const choices = Array.from({ length: 5 }, (_, n) => ({
      name: `c${n}`,
      type: "select" as const,
      options,
    }));
    const patterns = Array.from({ length: 5 }, (_, n) => ({
      name: `p${n}`,
      type: "text" as const,
      pattern: "[ab]{200}",
    }));

    expect(problemOf(...choices)).toMatch(/^fields: .*2500 options/);
    expect(problemOf(...patterns)).toMatch(/^fields: The patterns are too large/);
  });

  it("either have a problem, or can be compiled", () => {
    const rule = fc.record(
      {
        name: fc.string({ minLength: 1, maxLength: 8 }),
        type: fc.constantFrom(...FIELD_TYPES),
        required: fc.boolean(),
        multiple: fc.boolean(),
        min: fc.oneof(fc.double({ noNaN: true }), fc.string({ maxLength: 10 })),
        max: fc.oneof(fc.double({ noNaN: true }), fc.string({ maxLength: 10 })),
        pattern: fc.string({
          maxLength: 12,
          unit: fc.constantFrom(...Array.from("ab()[]{}*+?.\\^$|-1,d")),
        }),
        options: fc.array(fc.string(), { maxLength: 3 }),
        accept: fc.string({ maxLength: 12 }),
        max_bytes: fc.nat(),
      },
      { requiredKeys: ["name", "type"] },
    );
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 3 }), (rules) => {
        fc.pre(rulesProblem(rules) === undefined);
        expect(() =>
          compileRules(rules, { honeypot_field: "_gotcha", origin_service: null }),
        ).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});
