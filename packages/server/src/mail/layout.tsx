/**
 * The layout of all mails. Mail programs ignore much of CSS: styles are written into the elements, tables place
 * them, and the style sheet in the head only adds what some programs know: dark mode and narrow screens.
 */
import type { Child } from "hono/jsx";
import type { HtmlEscapedString } from "hono/utils/html";
import { type Brand, logoOf } from "../domain/brand.ts";
import type { Language } from "../platform/language.ts";
import { DARK, LIGHT } from "../platform/palette.ts";
import { TABLE } from "./blocks.tsx";

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
/** Long words break, so that no value makes the mail wider than the screen. */
const WRAP = "word-break:break-word;overflow-wrap:anywhere;";

const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a:hover { text-decoration-thickness: 2px; }
@media (max-width: 600px) {
  .outer { padding: 0 !important; }
  .card { padding: 24px 20px !important; border-radius: 0 !important; border-width: 0 0 1px !important; }
  .footer { padding: 16px 20px 32px !important; }
  .button { display: block !important; margin: 10px 0 0 !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: ${DARK.page} !important; }
  .card { background-color: ${DARK.card} !important; border-color: ${DARK.line} !important; }
  .ink { color: ${DARK.ink} !important; }
  .soft { color: ${DARK.soft} !important; }
  .line { border-color: ${DARK.line} !important; }
  .primary { background-color: ${DARK.ink} !important; color: ${DARK.card} !important; border-color: ${DARK.ink} !important; }
  .secondary { color: ${DARK.ink} !important; border-color: ${DARK.line} !important; }
}
`;

interface Layout {
  readonly language: Language;
  readonly brand: Brand;
  /** Alternative text of the logo. */
  readonly name: string;
  readonly subject: string;
  /** Shown by lists of mails behind the subject. */
  readonly preview: string;
  readonly content: Child;
  readonly footer: Child;
}

export function layout({
  language,
  brand,
  name,
  subject,
  preview,
  content,
  footer,
}: Layout): string {
  const logo = logoOf(brand);
  return document(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{STYLE}</style>
      </head>
      <body
        class="page"
        style={`margin:0;padding:0;background-color:${LIGHT.page};-webkit-text-size-adjust:100%;`}
      >
        <div style="display:none;max-height:0;overflow:hidden;">{preview}</div>
        <div role="main">
          <table {...TABLE} class="page" style={`background-color:${LIGHT.page};`}>
            <tr>
              <td class="outer" align="center" style="padding:32px 12px;">
                <table {...TABLE} style="max-width:600px;">
                  <tr>
                    <td
                      class="card ink"
                      style={`${FONT}${WRAP}padding:32px 36px;background-color:${LIGHT.card};color:${LIGHT.ink};border:1px solid ${LIGHT.line};border-radius:12px;font-size:16px;line-height:1.5;text-align:start;`}
                    >
                      {logo === undefined ? null : (
                        <p style="margin:0 0 24px;">
                          <img
                            src={logo.url}
                            alt={name}
                            height={40}
                            style="display:block;height:40px;max-width:100%;border:0;object-fit:contain;"
                          />
                        </p>
                      )}
                      {content}
                    </td>
                  </tr>
                  <tr>
                    <td
                      class="footer soft"
                      style={`${FONT}${WRAP}padding:20px 36px;color:${LIGHT.soft};font-size:13px;line-height:1.5;text-align:start;`}
                    >
                      {footer}
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
          </table>
        </div>
      </body>
    </html>,
  );
}

type Rendered = HtmlEscapedString | Promise<HtmlEscapedString>;

const document = (page: Rendered): string => `<!doctype html>${markup(page)}`;

/** @throws TypeError if a component of the page is asynchronous: none is. */
function markup(page: Rendered): string {
  if (page instanceof Promise) throw new TypeError("A mail cannot wait for a component.");
  return page.toString();
}

/** Adds a footer to the HTML of a form's own template, inside its body. */
export function withFooter(html: string, footer: Child): string {
  const end = html.toLowerCase().lastIndexOf("</body");
  const at = end === -1 ? html.length : end;
  const added = markup(
    <p style={`${FONT}margin:24px 0 0;font-size:13px;line-height:1.5;`}>{footer}</p>,
  );
  return `${html.slice(0, at)}${added}${html.slice(at)}`;
}
