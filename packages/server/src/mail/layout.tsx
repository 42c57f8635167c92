/**
 * The layout of all mails. Mail programs ignore much of CSS: styles are written into the elements, tables place
 * them, and the style sheet in the head only adds what some programs know: dark mode and narrow screens.
 */
import type { Child } from "hono/jsx";
import type { HtmlEscapedString } from "hono/utils/html";
import type { Language } from "../platform/language.ts";
import { DARK, LIGHT } from "../platform/palette.ts";
import { type Brand, buttonColors, logoOf } from "./brand.ts";
import { TEXTS } from "./texts/texts.ts";

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
  .button { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: ${DARK.page} !important; }
  .card { background-color: ${DARK.card} !important; border-color: ${DARK.line} !important; }
  .ink { color: ${DARK.ink} !important; }
  .soft { color: ${DARK.soft} !important; }
  .line { border-color: ${DARK.line} !important; }
  .primary { background-color: ${DARK.ink} !important; color: ${DARK.card} !important; border-color: ${DARK.ink} !important; }
  .secondary { color: ${DARK.ink} !important; border-color: ${DARK.soft} !important; }
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

/** Returns the HTML of a mail. */
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
    <html lang={language} dir={TEXTS[language].dir}>
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
                            src={logo}
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

const TABLE = {
  role: "presentation",
  width: "100%",
  cellpadding: 0,
  cellspacing: 0,
  border: 0,
} as const;

/** @throws TypeError if a component of the page is asynchronous: none is. */
function document(page: HtmlEscapedString | Promise<HtmlEscapedString>): string {
  if (page instanceof Promise) throw new TypeError("A mail cannot wait for a component.");
  return `<!doctype html>${page.toString()}`;
}

export function Heading({ children }: { readonly children: Child }) {
  return (
    <h1
      class="ink"
      dir="auto"
      style={`margin:0 0 4px;color:${LIGHT.ink};font-size:24px;line-height:1.25;font-weight:700;letter-spacing:-0.01em;`}
    >
      {children}
    </h1>
  );
}

export function Subheading({ children }: { readonly children: Child }) {
  return (
    <h2
      class="ink"
      style={`margin:28px 0 8px;color:${LIGHT.ink};font-size:17px;line-height:1.3;font-weight:700;`}
    >
      {children}
    </h2>
  );
}

export function Soft({ children }: { readonly children: Child }) {
  return (
    <p class="soft" style={`margin:0 0 20px;color:${LIGHT.soft};font-size:14px;line-height:1.5;`}>
      {children}
    </p>
  );
}

export function Paragraph({ children }: { readonly children: Child }) {
  return (
    <p dir="auto" style="margin:0 0 16px;">
      {children}
    </p>
  );
}

/** Lines of text, since not every mail program keeps line breaks of the source. */
export function Lines({ text }: { readonly text: string }) {
  return (
    <>
      {text.split("\n").map((line, index) =>
        index === 0 ? (
          line
        ) : (
          <>
            <br />
            {line}
          </>
        ),
      )}
    </>
  );
}

export interface Entry {
  readonly name: string;
  readonly value: Child;
}

/** Names with their values, one below the other. */
export function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <table {...TABLE} style="margin:0 0 8px;">
      {entries.map(({ name, value }) => (
        <tr>
          <td class="line" style={`padding:12px 0;border-top:1px solid ${LIGHT.line};`}>
            <div
              class="soft"
              dir="auto"
              style={`margin:0 0 2px;color:${LIGHT.soft};font-size:13px;line-height:1.4;`}
            >
              {name}
            </div>
            <div class="ink" dir="auto" style={`color:${LIGHT.ink};`}>
              {value}
            </div>
          </td>
        </tr>
      ))}
    </table>
  );
}

export function Link({ href, children }: { readonly href: string; readonly children: Child }) {
  return (
    <a href={href} style="color:inherit;text-decoration:underline;">
      {children}
    </a>
  );
}

interface ButtonProps {
  readonly href: string;
  readonly brand: Brand;
  readonly isSecondary?: boolean;
  readonly children: Child;
}

export function Button({ href, brand, isSecondary = false, children }: ButtonProps) {
  const { background, text, isOwn } = buttonColors(brand);
  const colors = isSecondary
    ? `color:${LIGHT.ink};border:1px solid ${LIGHT.soft};`
    : `background-color:${background};color:${text};border:1px solid ${background};`;
  return (
    <a
      class={`button ${isSecondary ? "secondary" : isOwn ? "" : "primary"}`.trim()}
      href={href}
      style={`display:inline-block;margin:8px 8px 0 0;padding:11px 20px;border-radius:8px;font-size:15px;line-height:1.3;font-weight:600;text-decoration:none;${colors}`}
    >
      {children}
    </a>
  );
}
