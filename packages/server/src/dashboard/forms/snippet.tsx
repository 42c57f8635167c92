/** The HTML snippet of a form, to copy into a web page. */
import type { Form } from "@intray/sdk/schemas";
import type { FieldRule } from "../../domain/fields/field-rule.ts";
import { escapedHtml } from "../../platform/text/escaped-html.ts";
import { CopyCard } from "../layout/copy-card.tsx";
import { fieldLines } from "./snippet-fields.ts";

/** @param props.origin The server's public origin. */
export function Snippet({ form, origin }: { readonly form: Form; readonly origin: string }) {
  const address = `${origin}/f/${form.uuid}`;
  const fields: readonly FieldRule[] = form.fields.length === 0 ? SAMPLE : form.fields;
  const encoding = fields.some(({ type }) => type === "file")
    ? ` enctype="multipart/form-data"`
    : "";
  const html = [
    `<form action="${address}" method="post"${encoding}>`,
    ...fields.flatMap(fieldLines).map((line) => `  ${line}`),
    `  <input type="text" name="${escapedHtml(form.honeypot_field)}" hidden tabindex="-1" autocomplete="off">`,
    ...captchaLines(form, origin),
    `  <button>Send</button>`,
    `</form>`,
  ].join("\n");
  return (
    <CopyCard id="snippet" title="HTML snippet" text={html}>
      <p class="hint">
        Add it to your page. You can rename and add fields; the hidden field is a honeypot for spam
        bots. To send without leaving the page, also add{" "}
        <code>{`<script src="${origin}/intray.js"></script>`}</code>.
      </p>
      <p>
        Form URL: <code>{address}</code>. <a href={`/try/${form.uuid}`}>Open a test form</a>
      </p>
    </CopyCard>
  );
}

/** For a form without field rules, of which nothing is known. */
const SAMPLE: readonly FieldRule[] = [
  { name: "email", type: "email", label: "E-mail", required: true },
  { name: "message", type: "textarea", label: "Message", required: true },
];

/** The widget of the form's captcha, if it has one. */
function captchaLines({ captcha, uuid }: Form, origin: string): readonly string[] {
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
