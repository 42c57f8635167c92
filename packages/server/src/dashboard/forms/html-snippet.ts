/** A form as HTML, to copy into a web page. */
import type { Form } from "@intray/sdk/schemas";
import { type FieldRule, labelOf } from "../../domain/fields/field-rule.ts";
import { escapeHtml } from "../../platform/text/safe-text.ts";
import {
  type HtmlAttributes,
  inputAttributes,
  inputKindOf,
} from "../../domain/fields/html-attributes.ts";

/** What snippets show of a form. */
export type SnippetForm = Pick<Form, "captcha" | "fields" | "honeypot_field" | "uuid">;

/** The parts of a form that all snippets share. */
interface SnippetParts {
  /** The form's address. */
  readonly address: string;
  /** The attribute that files need, after a space; otherwise empty. */
  readonly encoding: string;
  /** Fields, honeypot and captcha as HTML. */
  readonly lines: readonly string[];
}

/** @param origin The server's public origin. */
export function snippetParts(form: SnippetForm, origin: string): SnippetParts {
  const fields: readonly FieldRule[] = form.fields.length === 0 ? SAMPLE : form.fields;
  return {
    address: `${origin}/f/${form.uuid}`,
    encoding: fields.some(({ type }) => type === "file") ? ` enctype="multipart/form-data"` : "",
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
const SAMPLE: readonly FieldRule[] = [
  { name: "email", type: "email", label: "E-mail", required: true },
  { name: "message", type: "textarea", label: "Message", required: true },
];

/** The widget of the form's captcha, if it has one. */
function captchaLines(
  { captcha, uuid }: Pick<SnippetForm, "captcha" | "uuid">,
  origin: string,
): readonly string[] {
  if (captcha === null) return [];
  const { provider, site_key } = captcha;
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
export function fieldLines(rule: FieldRule): readonly string[] {
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
