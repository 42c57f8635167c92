/** Writes field rules as attributes of HTML inputs, so that browsers check what the server checks. */
import { type FieldRule, rangeOf, takesSeveral } from "./field-rule.ts";

/** How a field is shown. A group has one input for each option. */
export type InputKind = "input" | "textarea" | "select" | "box" | "group";

export function inputKindOf({ type, options }: FieldRule): InputKind {
  if (type === "textarea" || type === "select") return type;
  if (type === "radio") return "group";
  if (type === "checkbox") return options === undefined ? "box" : "group";
  return "input";
}

/** `true` for an attribute without a value. */
export type HtmlAttributes = Readonly<Record<string, string | true>>;

/** The attributes of an input for the rule, for a group those of each of its inputs. */
export function inputAttributes(rule: FieldRule): HtmlAttributes {
  const { name, type, required, accept } = rule;
  const isGroupOfBoxes = type === "checkbox" && rule.options !== undefined;
  return {
    ...(type === "textarea" || type === "select" ? {} : { type }),
    name,
    // HTML cannot require one of several boxes.
    ...(required === true && !isGroupOfBoxes ? { required: true } : {}),
    ...(takesSeveral(rule) && !isGroupOfBoxes ? { multiple: true } : {}),
    ...rangeAttributes(rule),
    ...(rule.pattern === undefined ? {} : { pattern: rule.pattern }),
    ...(accept === undefined ? {} : { accept }),
    ...(type === "email" || type === "tel" || type === "url" ? { autocomplete: type } : {}),
  };
}

function rangeAttributes(rule: FieldRule): HtmlAttributes {
  const { min, max } = rule;
  const named = (low: string, high: string) => ({
    ...(min === undefined ? {} : { [low]: String(min) }),
    ...(max === undefined ? {} : { [high]: String(max) }),
  });
  switch (rangeOf(rule)) {
    case "length":
      return rule.type === "hidden" ? {} : named("minlength", "maxlength");
    case "number":
      return { ...named("min", "max"), step: "any" };
    case "date":
      return named("min", "max");
    case "values":
    case "files":
    case undefined:
      return {};
  }
}
