import { inputAttributes, inputKindOf, type SnippetField } from "./snippet.ts";

it.each<readonly [SnippetField, string, object]>([
  [
    { name: "a", type: "text", required: true, min: 2, max: 9, pattern: "\\d+" },
    "input",
    { type: "text", name: "a", required: true, minlength: "2", maxlength: "9", pattern: "\\d+" },
  ],
  [{ name: "a", type: "email" }, "input", { type: "email", name: "a", autocomplete: "email" }],
  [
    { name: "a", type: "number", min: 0, max: 1.5 },
    "input",
    { type: "number", name: "a", min: "0", max: "1.5", step: "any" },
  ],
  [
    { name: "a", type: "date", min: "2026-01-01" },
    "input",
    { type: "date", name: "a", min: "2026-01-01" },
  ],
  [{ name: "a", type: "textarea", max: 9 }, "textarea", { name: "a", maxlength: "9" }],
  [
    { name: "a", type: "select", options: ["b"], multiple: true, min: 1 },
    "select",
    { name: "a", multiple: true },
  ],
  [
    { name: "a", type: "radio", options: ["b"], required: true },
    "group",
    { type: "radio", name: "a", required: true },
  ],
  [
    { name: "a", type: "checkbox", options: ["b"], required: true },
    "group",
    { type: "checkbox", name: "a" },
  ],
  [
    { name: "a", type: "checkbox", required: true },
    "box",
    { type: "checkbox", name: "a", required: true },
  ],
  [
    { name: "a", type: "file", accept: ".pdf", multiple: true, max: 2 },
    "input",
    { type: "file", name: "a", multiple: true, accept: ".pdf" },
  ],
  [{ name: "a", type: "hidden", max: 2 }, "input", { type: "hidden", name: "a" }],
])("%o is shown as %s with %o", (rule, kind, attributes) => {
  expect(inputKindOf(rule)).toBe(kind);
  expect(inputAttributes(rule)).toEqual(attributes);
});
