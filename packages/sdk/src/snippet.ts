/** A form as HTML, to copy into a web page, with the attributes by which browsers check field rules. Loads no other code. */
import type { FieldRule, Form } from "./api-types.ts";

/** What snippets show of a form. */
export type SnippetForm = Pick<Form, "captcha" | "honeypot_field" | "uuid"> & {
  readonly fields: readonly SnippetField[];
};

/** A field rule. */
export type SnippetField = Readonly<Omit<FieldRule, "options">> & {
  readonly options?: readonly string[];
};

/** @param origin The server's public origin. */
export function snippetParts(form: SnippetForm, origin: string) {
  const fields = form.fields.length === 0 ? SAMPLE : form.fields;
  return {
    address: `${origin}/f/${form.uuid}`,
    /** The attribute that files need, after a space; otherwise empty. */
    encoding: fields.some(({ type }) => type === "file") ? ` enctype="multipart/form-data"` : "",
    /** Fields, honeypot and captcha as HTML. */
    lines: [
      ...fields.flatMap(fieldLines),
      `<input type="text" name="${escapeHtml(form.honeypot_field)}" hidden tabindex="-1" autocomplete="off">`,
      ...captchaLines(form, origin),
    ],
  };
}

/** @param origin The server's public origin. */
export function htmlSnippet(form: SnippetForm, origin: string): string {
  const { address, encoding, lines } = snippetParts(form, origin);
  return [
    `<form action="${address}" method="post"${encoding}>`,
    ...lines.map((line) => `  ${line}`),
    `  <button>Send</button>`,
    `</form>`,
  ].join("\n");
}

/** For a form without field rules, of which nothing is known. */
const SAMPLE: readonly SnippetField[] = [
  { name: "email", type: "email", label: "E-mail", required: true },
  { name: "message", type: "textarea", label: "Message", required: true },
];

function captchaLines(
  { captcha, uuid }: Pick<SnippetForm, "captcha" | "uuid">,
  origin: string,
): readonly string[] {
  if (captcha === null) return [];
  const { provider, site_key, secret } = captcha;
  // It still needs its keys, and the server does not ask for it.
  if (provider !== "altcha" && secret === null) return [];
  const setting =
    provider === "altcha"
      ? `data-challenge="${origin}/f/${uuid}/challenge"`
      : `data-sitekey="${escapeHtml(site_key ?? "")}"`;
  return [
    `<div data-intray-captcha="${provider}" ${setting}></div>`,
    `<script src="${origin}/captcha.js" defer></script>`,
  ];
}

/** The lines of the inputs for one rule. */
export function fieldLines(rule: SnippetField): readonly string[] {
  const attributes = inputAttributes(rule);
  const label = escapeHtml(labelOf(rule));
  if (rule.type === "hidden") return [`<input${writeAttributes({ ...attributes, value: "" })}>`];
  switch (inputKindOf(rule)) {
    case "input":
      return [`<label>${label} <input${writeAttributes(attributes)}></label>`];
    case "textarea":
      return [`<label>${label} <textarea${writeAttributes(attributes)}></textarea></label>`];
    case "box":
      return [`<label><input${writeAttributes({ ...attributes, value: "yes" })}> ${label}</label>`];
    case "select": {
      const empty = rule.multiple === true ? [] : [`  <option value=""></option>`];
      return [
        `<label>${label} <select${writeAttributes(attributes)}>`,
        ...empty,
        ...(rule.options ?? []).map((option) => `  <option>${escapeHtml(option)}</option>`),
        `</select></label>`,
      ];
    }
    case "group":
      return [
        `<fieldset><legend>${label}</legend>`,
        ...(rule.options ?? []).map(
          (option) =>
            `  <label><input${writeAttributes({ ...attributes, value: option })}> ${escapeHtml(option)}</label>`,
        ),
        `</fieldset>`,
      ];
  }
}

const writeAttributes = (attributes: HtmlAttributes) =>
  Object.entries(attributes)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`))
    .join("");

const escapeHtml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

/** How a field is shown. A group has one input for each option. */
export type InputKind = "input" | "textarea" | "select" | "box" | "group";

export function inputKindOf({ type, options }: SnippetField): InputKind {
  if (type === "textarea" || type === "select") return type;
  if (type === "radio") return "group";
  if (type === "checkbox") return options === undefined ? "box" : "group";
  return "input";
}

/** `true` for an attribute without a value. */
export type HtmlAttributes = Readonly<Record<string, string | true>>;

/** The attributes of an input for the rule, for a group those of each of its inputs. */
export function inputAttributes(rule: SnippetField): HtmlAttributes {
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

function rangeAttributes(rule: SnippetField): HtmlAttributes {
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

/** What `min` and `max` of a rule count. Lengths are in UTF-16 units with line breaks as one, as in browsers. */
export type Range = "length" | "number" | "date" | "values" | "files";

const RANGES: Readonly<Partial<Record<SnippetField["type"], Range>>> = {
  text: "length",
  textarea: "length",
  email: "length",
  url: "length",
  tel: "length",
  hidden: "length",
  number: "number",
  date: "date",
};

/** What `min` and `max` mean for a rule; `undefined` if it cannot have them. */
export function rangeOf(
  rule: Pick<SnippetField, "type" | "multiple" | "options">,
): Range | undefined {
  if (rule.type === "file") return "files";
  return takesSeveral(rule) ? "values" : RANGES[rule.type];
}

/** Whether a field may have several values. */
export function takesSeveral({
  type,
  multiple = false,
  options,
}: Pick<SnippetField, "type" | "multiple" | "options">): boolean {
  if (type === "select" || type === "file") return multiple;
  return type === "checkbox" && options !== undefined;
}

/** What visitors read: `first_name` without a label is "First name". */
export function labelOf({ name, label }: Pick<SnippetField, "name" | "label">): string {
  if (label !== undefined) return label;
  const words = name.replaceAll(/[_\s]+/g, " ").trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
