/** A form as HTML, to copy into a web page. */
import type { Form } from "@intray/sdk/schemas";
import type { FieldRule } from "../../domain/fields/field-rule.ts";
import { escapedHtml } from "../../platform/text/escaped-html.ts";
import { fieldLines } from "./snippet-fields.ts";

/** @param origin The server's public origin. */
export function htmlSnippet(
  form: Pick<Form, "captcha" | "fields" | "honeypot_field" | "uuid">,
  origin: string,
): string {
  const fields: readonly FieldRule[] = form.fields.length === 0 ? SAMPLE : form.fields;
  const encoding = fields.some(({ type }) => type === "file")
    ? ` enctype="multipart/form-data"`
    : "";
  return [
    `<form action="${origin}/f/${form.uuid}" method="post"${encoding}>`,
    ...fields.flatMap(fieldLines).map((line) => `  ${line}`),
    `  <input type="text" name="${escapedHtml(form.honeypot_field)}" hidden tabindex="-1" autocomplete="off">`,
    ...captchaLines(form, origin),
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
  { captcha, uuid }: Pick<Form, "captcha" | "uuid">,
  origin: string,
): readonly string[] {
  if (captcha === null) return [];
  const { provider, site_key } = captcha;
  const setting =
    provider === "altcha"
      ? `data-challenge="${origin}/f/${uuid}/challenge"`
      : `data-sitekey="${escapedHtml(site_key ?? "")}"`;
  return [
    `  <div data-intray-captcha="${provider}" ${setting}></div>`,
    `  <script src="${origin}/captcha.js" defer></script>`,
  ];
}
