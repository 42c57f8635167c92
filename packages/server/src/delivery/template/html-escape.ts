/** Escapes values for HTML; see `html-context.ts`. */
import type { HtmlContext } from "./html-context.ts";

/** The escape function of each context, or why a tag is not allowed there. Each is a function of its own. */
export const HTML_ESCAPES: Readonly<
  Record<HtmlContext, ((text: string) => string) | { readonly problem: string }>
> = {
  html_text: (text) => escape(text).replaceAll(/\r\n|\r|\n/g, "<br>"),
  html_double_quoted: (text) => escape(text),
  html_single_quoted: (text) => escape(text),
  html_double_quoted_url: (text) => escape(linkable(text)),
  html_single_quoted_url: (text) => escape(linkable(text)),
  html_name: notAllowedIn("the name of an element"),
  html_tag: notAllowedIn("an HTML tag outside of quotes"),
  html_unquoted: notAllowedIn('an attribute without quotes. Write "…" around it'),
  html_double_quoted_code: notAllowedIn("style, srcdoc and event attributes"),
  html_single_quoted_code: notAllowedIn("style, srcdoc and event attributes"),
  html_script: notAllowedIn("<script>"),
  html_style: notAllowedIn("<style>"),
  html_comment: notAllowedIn(
    "an HTML comment. To leave out a part of the template, write {{!-- … --}} around it",
  ),
  html_declaration: notAllowedIn("<!…> and <?…>"),
};

function notAllowedIn(where: string) {
  return { problem: `A tag is not allowed in ${where}.` };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Control characters other than white space, and lone surrogates, which HTML cannot contain. */
// oxlint-disable-next-line no-control-regex
const NOT_HTML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu;

const escape = (text: string): string =>
  text
    .replaceAll(NOT_HTML, "\uFFFD")
    .replaceAll(/[&<>"'`]/g, (character) => ENTITIES[character] ?? character);

/** The value if it is a link that mail programs open; else "#", so that text after it cannot become a scheme. */
const linkable = (text: string): string =>
  /^(?:https?:\/\/|mailto:|tel:)/i.test(text.trim()) ? text.trim() : "#";
