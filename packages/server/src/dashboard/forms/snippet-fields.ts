/** Writes field rules as HTML for the snippet of a form. */
import { escapedHtml } from "../../platform/text/escaped-html.ts";
import { type FieldRule, labelOf } from "../../domain/fields/field-rule.ts";
import {
  type HtmlAttributes,
  inputAttributes,
  inputKindOf,
} from "../../domain/fields/html-attributes.ts";

/** The lines of the inputs for one rule. */
export function fieldLines(rule: FieldRule): readonly string[] {
  const attributes = inputAttributes(rule);
  const label = escapedHtml(labelOf(rule));
  if (rule.type === "hidden") return [`<input${written({ ...attributes, value: "" })}>`];
  switch (inputKindOf(rule)) {
    case "input":
      return [`<label>${label} <input${written(attributes)}></label>`];
    case "textarea":
      return [`<label>${label} <textarea${written(attributes)}></textarea></label>`];
    case "box":
      return [`<label><input${written({ ...attributes, value: "yes" })}> ${label}</label>`];
    case "select": {
      const empty = rule.multiple === true ? [] : [`  <option value=""></option>`];
      return [
        `<label>${label} <select${written(attributes)}>`,
        ...empty,
        ...(rule.options ?? []).map((option) => `  <option>${escapedHtml(option)}</option>`),
        `</select></label>`,
      ];
    }
    case "group":
      return [
        `<fieldset><legend>${label}</legend>`,
        ...(rule.options ?? []).map(
          (option) =>
            `  <label><input${written({ ...attributes, value: option })}> ${escapedHtml(option)}</label>`,
        ),
        `</fieldset>`,
      ];
  }
}

const written = (attributes: HtmlAttributes) =>
  Object.entries(attributes)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapedHtml(value)}"`))
    .join("");
