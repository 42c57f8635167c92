import { inputAttributes, inputKindOf, type SnippetField } from "./snippet.ts";

type Rule = Pick<SnippetField, "type"> & Partial<SnippetField>;
const options = ["b"];

it.each<readonly [Rule, string, object]>([
  [
    { type: "text", required: true, min: 2, max: 9, pattern: "\\d+" },
    "input",
    { type: "text", required: true, minlength: "2", maxlength: "9", pattern: "\\d+" },
  ],
  [{ type: "email" }, "input", { type: "email", autocomplete: "email" }],
  [
    { type: "number", min: 0, max: 1.5 },
    "input",
    { type: "number", min: "0", max: "1.5", step: "any" },
  ],
  [{ type: "date", min: "2026-01-01" }, "input", { type: "date", min: "2026-01-01" }],
  [{ type: "textarea", max: 9 }, "textarea", { maxlength: "9" }],
  [{ type: "select", options, multiple: true, min: 1 }, "select", { multiple: true }],
  [{ type: "radio", options, required: true }, "group", { type: "radio", required: true }],
  [{ type: "checkbox", options, required: true }, "group", { type: "checkbox" }],
  [{ type: "checkbox", required: true }, "box", { type: "checkbox", required: true }],
  [
    { type: "file", accept: ".pdf", multiple: true, max: 2 },
    "input",
    { type: "file", multiple: true, accept: ".pdf" },
  ],
  [{ type: "hidden", max: 2 }, "input", { type: "hidden" }],
])("%o is shown as %s with %o", (given, kind, attributes) => {
  const rule = { name: "a", ...given };
  expect(inputKindOf(rule)).toBe(kind);
  expect(inputAttributes(rule)).toEqual({ name: "a", ...attributes });
});
