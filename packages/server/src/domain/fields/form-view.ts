/** The addresses of the page that shows a form, and the HTML to embed it. */
import type { Language } from "../../platform/language.ts";
import { escapeHtml } from "../../platform/text/safe-text.ts";
import type { Look } from "../brand.ts";
import type { FormSettings } from "../form.ts";

export interface ShownFormView {
  readonly form: Pick<
    FormSettings,
    "name" | "captcha" | "honeypot_field" | "redirect_url" | "form_view_introduction" | "fields"
  > & { readonly look: Look };
  readonly action: string;
  readonly language: Language;
}

/** Sizes frames with forms; the page and the site that embeds it load it. */
export const FORM_VIEW_SCRIPT = "/form-view.js";

export const formViewUrl = (origin: string, uuid: string): string => `${origin}/v/${uuid}`;

/** Shows the page in a frame that is as high as the form. @param title For people who hear the page. */
export const embedHtml = (origin: string, uuid: string, title: string): string =>
  [
    `<iframe src="${formViewUrl(origin, uuid)}" title="${escapeHtml(title)}" style="width:100%;height:40rem;border:0"></iframe>`,
    `<script src="${origin}${FORM_VIEW_SCRIPT}" async></script>`,
  ].join("\n");
