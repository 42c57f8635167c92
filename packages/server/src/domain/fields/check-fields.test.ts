import fc from "fast-check";
import type { Fields } from "../submission/submission.ts";
import { checkFields, compileRules, type SentFile } from "./check-fields.ts";
import type { FieldRule } from "./field-rule.ts";

const NAMES = { honeypot_field: "_gotcha", origin_service: null };

function checked(rules: readonly FieldRule[], fields: Fields, files: readonly SentFile[] = []) {
  const compiled = compileRules(rules, NAMES);
  if (compiled === null) throw new Error("no rules");
  return checkFields(compiled, fields, files);
}
const codes = (...given: Parameters<typeof checked>) =>
  Object.fromEntries(checked(...given).broken.map(({ rule, code }) => [rule.name, code]));
const codeOf = (rule: Omit<FieldRule, "name">, value: string | readonly string[]) =>
  codes([{ name: "a", ...rule }], [["a", value]])["a"];
const file = (sent: Partial<SentFile> = {}): SentFile => ({
  form_name: "a",
  name: "cv.pdf",
  content_type: "application/pdf",
  file_size: 10,
  ...sent,
});

describe("a value", () => {
  it.each<readonly [Omit<FieldRule, "name">, string | readonly string[], string | undefined]>([
    [{ type: "text", required: true }, "", "REQUIRED_FIELD_EMPTY"],
    [{ type: "text", required: true }, " \n", "REQUIRED_FIELD_EMPTY"],
    [{ type: "text", required: true }, ["", "a"], undefined],
    [{ type: "text" }, ["a", "b"], "TYPE_TEXT"],
    [{ type: "text", min: 2 }, "a", "TOO_SHORT"],
    [{ type: "text", min: 2 }, "", undefined],
    [{ type: "text", max: 2 }, "abc", "TOO_LONG"],
    [{ type: "text", max: 2 }, "😀", undefined],
    [{ type: "textarea", max: 3 }, "a\r\nb", undefined],
    [{ type: "textarea", max: 2 }, "a\r\nb", "TOO_LONG"],
    [{ type: "text", pattern: "[a-z]+" }, "abc", undefined],
    [{ type: "text", pattern: "[a-z]+" }, "abc1", "PATTERN_MISMATCH"],
    [{ type: "text", pattern: "a|b" }, "ab", "PATTERN_MISMATCH"],
    [{ type: "email" }, "ada@example.org", undefined],
    [{ type: "email" }, " ada@example.org ", undefined],
    [{ type: "email" }, "ada@bücher.example", undefined],
    [{ type: "email" }, "ada@localhost", undefined],
    [{ type: "email" }, "ada", "TYPE_EMAIL"],
    [{ type: "email" }, "ada@example.org, bob@example.org", "TYPE_EMAIL"],
    [{ type: "email" }, `${"a".repeat(250)}@example.org`, "TYPE_EMAIL"],
    [{ type: "url" }, "https://example.org/ä?b#c", undefined],
    [{ type: "url" }, "example.org", "TYPE_URL"],
    [{ type: "url" }, "javascript:alert(1)", "TYPE_URL"],
    [{ type: "url" }, "https://", "TYPE_URL"],
    [{ type: "tel" }, "+49 (30) 1", undefined],
    [{ type: "number" }, "-1.5e3", undefined],
    [{ type: "number" }, "1,5", "TYPE_NUMERIC"],
    [{ type: "number" }, "0x10", "TYPE_NUMERIC"],
    [{ type: "number" }, "Infinity", "TYPE_NUMERIC"],
    [{ type: "number" }, "1e999", "TYPE_NUMERIC"],
    [{ type: "number", min: 2 }, "10", undefined],
    [{ type: "number", min: 2 }, "1.99", "VALUE_TOO_LOW"],
    [{ type: "number", max: 2 }, "10", "VALUE_TOO_HIGH"],
    [{ type: "date" }, "2024-02-29", undefined],
    [{ type: "date" }, "2026-02-29", "TYPE_DATE"],
    [{ type: "date" }, "29.02.2024", "TYPE_DATE"],
    [{ type: "date", min: "2026-01-01" }, "2025-12-31", "VALUE_TOO_LOW"],
    [{ type: "date", max: "2026-01-01" }, "2026-01-02", "VALUE_TOO_HIGH"],
    [{ type: "select", options: ["S", "M"] }, "S", undefined],
    [{ type: "select", options: ["S", "M"] }, "s", "OPTION_UNKNOWN"],
    [{ type: "select", options: ["S", "M"] }, ["S", "M"], "TOO_MANY_VALUES"],
    [{ type: "select", options: ["S", "M"], multiple: true }, ["S", "M"], undefined],
    [{ type: "select", options: ["S", "M"], multiple: true }, ["S", "S", "S"], "TOO_MANY_VALUES"],
    [{ type: "radio", options: ["toString"] }, "valueOf", "OPTION_UNKNOWN"],
    [{ type: "checkbox", options: ["S", "M"], min: 2 }, "S", "TOO_FEW_VALUES"],
    [{ type: "checkbox", options: ["S", "M", "L"], max: 1 }, ["S", "M"], "TOO_MANY_VALUES"],
    [{ type: "checkbox", options: ["S"] }, ["S", "X"], "OPTION_UNKNOWN"],
    [{ type: "checkbox" }, ["0", "1"], undefined],
    [{ type: "hidden", pattern: "[0-9]+" }, "x", "PATTERN_MISMATCH"],
    [{ type: "file" }, "cv.pdf", "TYPE_FILE"],
    [{ type: "file" }, "", undefined],
  ])("of %o: %o gives %s", (rule, value, code) => {
    expect(codeOf(rule, value)).toBe(code);
  });

  it("that is missing breaks only a required rule", () => {
    const rule = { name: "a", type: "email", min: 3 } as const;
    expect(codes([{ ...rule, required: true }], [])).toEqual({ a: "REQUIRED_FIELD_MISSING" });
    expect(codes([rule], [])).toEqual({});
  });

  it("without a rule is accepted and named", () => {
    const { broken, withoutRule } = checked(
      [{ name: "a", type: "text" }],
      [
        ["b", "1"],
        ["__proto__", "2"],
        ["a", "3"],
      ],
      [file({ form_name: "c" })],
    );

    expect(broken).toEqual([]);
    expect([...withoutRule]).toEqual(["b", "__proto__", "c"]);
  });

  it("of a name that objects have is checked like others", () => {
    const rules: FieldRule[] = [
      { name: "__proto__", type: "number" },
      { name: "toString", type: "text", required: true },
    ];

    const { broken } = checked(rules, [["__proto__", "x"]]);
    const found = broken.map(({ code }) => code);
    expect(found).toEqual(["TYPE_NUMERIC", "REQUIRED_FIELD_MISSING"]);
  });

  it("is never required of a control field", () => {
    const names = { honeypot_field: "trap", origin_service: "web3forms" } as const;
    const required = { type: "text", required: true } as const;
    const rules = ["trap", "botcheck", "_next"].map((name) => ({ name, ...required }));

    expect(compileRules(rules, names)).toBeNull();
  });
});

describe("a file", () => {
  const cv = (rule: Partial<FieldRule> = {}): FieldRule => ({ name: "a", type: "file", ...rule });

  it.each<readonly [FieldRule, readonly SentFile[], string | undefined]>([
    [cv({ required: true }), [], "REQUIRED_FIELD_MISSING"],
    [cv({ required: true }), [file()], undefined],
    [cv(), [file(), file()], "TOO_MANY_FILES"],
    [cv({ multiple: true }), [file(), file()], undefined],
    [cv({ multiple: true, max: 1 }), [file(), file()], "TOO_MANY_FILES"],
    [cv({ multiple: true, min: 2 }), [file()], "TOO_FEW_FILES"],
    [cv({ max_bytes: 9 }), [file()], "FILES_TOO_BIG"],
    [cv({ max_bytes: 10 }), [file()], undefined],
    [cv({ accept: ".PDF" }), [file()], undefined],
    [cv({ accept: "image/*" }), [file()], "FILE_TYPE"],
    [cv({ accept: "image/*,application/pdf" }), [file({ name: "x" })], undefined],
    [cv({ accept: ".tar.gz" }), [file({ name: "a.gz", content_type: "" })], "FILE_TYPE"],
    [cv({ accept: "image/*" }), [file({ content_type: "image" })], "FILE_TYPE"],
    [cv({ accept: "*/*" }), [file({ content_type: "" })], undefined],
    [{ name: "a", type: "text" }, [file()], "TYPE_TEXT"],
  ])("of %o: %o gives %s", (rule, files, code) => {
    expect(codes([rule], [], files)["a"]).toBe(code);
  });
});

it("any post gets an answer, whatever its values are", () => {
  const rules: FieldRule[] = [
    { name: "e", type: "email", required: true },
    { name: "n", type: "number", min: 0 },
    { name: "d", type: "date", max: "2026-01-01" },
    { name: "u", type: "url", max: 50 },
    { name: "p", type: "text", pattern: "(?:[a-z]+ ?)+" },
    { name: "o", type: "checkbox", options: ["1", "2"] },
  ];
  const name = fc.constantFrom("e", "n", "d", "u", "p", "o", "x", "__proto__");
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("2026-01-01", "1", "a@b.c", "http://[", "http://a:99999", "9".repeat(500)),
  );
  const fields = fc.uniqueArray(fc.tuple(name, fc.oneof(value, fc.array(value))), {
    selector: ([one]) => one,
  });
  fc.assert(
    fc.property(fields, (sent) => {
      const { broken, withoutRule } = checked(rules, sent);

      expect(broken.length).toBeLessThanOrEqual(rules.length);
      expect([...withoutRule].every((one) => one === "x" || one === "__proto__")).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
