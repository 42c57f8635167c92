/** The layout of the hosted pages. They load no scripts and fonts, and no image but the logo of their form. */
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { buttonColors, logoOf } from "../domain/brand.ts";
import type { Language } from "../platform/language.ts";
import { DARK, LIGHT } from "../platform/palette.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";

const PALETTE = (["page", "card", "ink", "soft", "line"] as const)
  .map((name) => `--${name}: light-dark(${LIGHT[name]}, ${DARK[name]});`)
  .join(" ");

const STYLE = `
:root {
  color-scheme: light dark;
  ${PALETTE} --field: light-dark(#8b8692, #77727f);
  --good: light-dark(#1c7148, #7fd6a6); --bad: light-dark(#a8321f, #ffa08f);
  --focus: light-dark(#2458c5, #9dbcff);
  font: 1.0625rem/1.6 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1rem;
  background: var(--page); color: var(--ink); }
main { width: 100%; max-width: 35rem; padding: clamp(1.5rem, 7vw, 3.25rem); background: var(--card);
  border: 1px solid var(--line); border-radius: .75rem; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.5rem, 1.2rem + 2vw, 2rem); line-height: 1.2; letter-spacing: -.015em;
  text-wrap: balance; margin: 0 0 .75rem; }
p { margin: 0 0 1rem; }
main > :last-child { margin-bottom: 0; }
.message { white-space: pre-line; }
svg { display: block; width: 2.75rem; height: 2.75rem; margin-bottom: 1.25rem; }
.logo { display: block; height: 2.5rem; max-width: 100%; margin-bottom: 1.5rem; object-fit: contain;
  object-position: 0; }
.good { color: var(--good); } .bad { color: var(--bad); }
.soft, summary, dt { color: var(--soft); font-size: .9375rem; }
a { color: inherit; text-underline-offset: .2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; border-radius: .25rem; }
button, .button { display: inline-block; font: inherit; font-weight: 600; padding: .625rem 1.375rem;
  border: 1px solid var(--edge, var(--ink)); border-radius: .5rem; background: var(--button, var(--ink));
  color: var(--label, var(--card)); text-decoration: none; cursor: pointer; }
:is(button, .button):hover { background: var(--button, var(--soft)); border-color: var(--edge, var(--soft));
  text-decoration: underline; }
details { margin: 1.25rem 0 0; padding-top: 1.25rem; border-top: 1px solid var(--line); }
summary { cursor: pointer; width: fit-content; }
details[open] > summary { margin-bottom: .75rem; }
dl { margin: 0; } dd { margin: 0 0 .75rem; white-space: pre-wrap; }
code { font-size: .9em; }
label { display: block; margin-bottom: 1.125rem; }
input, textarea, select { display: block; width: 100%; margin-top: .25rem; padding: .5rem .625rem; font: inherit;
  color: inherit; background: var(--card); border: 1px solid var(--field); border-radius: .375rem; }
fieldset { margin: 0 0 1.125rem; padding: 0; border: 0; min-width: 0; } legend { padding: 0; }
.field { margin-bottom: 1.125rem; } .field label, fieldset label { margin: 0; }
.box { display: flex; gap: .625rem; align-items: baseline; }
.box input { width: auto; margin: 0; flex: none; }
:is(.field, fieldset) > :is(.bad, .soft) { margin: .25rem 0 0; font-size: .9375rem; }
[aria-invalid] { border-color: var(--bad); border-width: 2px; }
ul { margin: 0 0 1.25rem; padding-inline-start: 1.25rem; }
input[type=file] { padding-inline: 0; border-color: transparent; }
textarea { resize: vertical; }
.trap { position: absolute; left: -100vw; }
@media (max-width: 24rem) { body { padding: 0; } main { border-width: 0; border-radius: 0; min-height: 100dvh; } }
`;

interface Frame {
  readonly language: Language;
  readonly title: string;
  readonly content: Child;
  /** Whose logo and colors the page has; `undefined` = none. */
  readonly form?: BrandedForm | undefined;
}

export type BrandedForm = Pick<IntakeForm, "name" | "look">;

export async function frame({ language, title, content, form }: Frame): Promise<string> {
  const logo = form && logoOf(form.look);
  const body = (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <main style={form && buttonStyle(form)}>
          {logo === undefined ? null : (
            <img class="logo" src={logo.url} alt={form?.name} referrerpolicy="no-referrer" />
          )}
          {content}
        </main>
      </body>
    </html>
  );
  const text = await html`<!doctype html>${body}`;
  return text.toString();
}

/** The form's own colors stay in dark mode. The edge shows a button that has the color of the page. */
function buttonStyle({ look }: BrandedForm): string | undefined {
  const colors = buttonColors(look);
  if (colors === undefined) return undefined;
  const { background, text } = colors;
  return `--button:${background};--label:${text};--edge:color-mix(in srgb,${background} 75%,${text})`;
}

/** An icon that repeats the meaning of the heading, so it is hidden from screen readers. */
export const StatusIcon = ({ kind }: { readonly kind: "good" | "bad" }) => (
  <svg
    class={kind}
    viewBox="0 0 44 44"
    fill="none"
    stroke="currentColor"
    stroke-width="3"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <circle cx="22" cy="22" r="20" />
    <path d={kind === "good" ? "M13 23l6.5 6.5L31.5 16" : "M22 12.5v12M22 31v.5"} />
  </svg>
);
