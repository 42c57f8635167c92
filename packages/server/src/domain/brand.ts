/** Logo and colors of a form, in its mails and on its hosted pages. */
import type { Language } from "../platform/language.ts";
import { webAddress } from "../platform/text/safe-text.ts";
import type { MailSettings } from "./mail/settings.ts";

export type Brand = Pick<MailSettings, "logo" | "button_background_color" | "button_text_color">;

export interface Look extends Brand {
  /** For readers whose own language is unknown; `null` = English. */
  readonly language: Language | null;
}

export const PLAIN: Look = {
  logo: null,
  button_background_color: null,
  button_text_color: null,
  language: null,
};

/** Returns the members of `settings` that are a look, without the others, which may be large. */
export const lookOf = (settings: MailSettings): Look => ({
  logo: settings.logo,
  button_background_color: settings.button_background_color,
  button_text_color: settings.button_text_color,
  language: settings.language,
});

/** Hosts may contain `;` and `'` by the URL standard, which would end a directive of a content security policy. */
const HTTPS_ORIGIN = /^https:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/;

/** The URL of the logo and its origin, if it is safe to load: only https, and an origin that headers may name. */
export function logoOf({
  logo,
}: Brand): { readonly url: string; readonly origin: string } | undefined {
  const url = logo === null ? undefined : webAddress(logo);
  if (url === undefined) return undefined;
  const { origin } = new URL(url);
  return HTTPS_ORIGIN.test(origin) ? { url, origin } : undefined;
}

export type ButtonColors = { readonly background: string; readonly text: string };

/** WCAG 2.2, 1.4.3: text of normal size. */
const MIN_CONTRAST = 4.5;

/**
 * The form's own colors of buttons; `undefined` if it has none. The text is black or white, whichever is easier to
 * read, if the form has no color for it or if that color cannot be read on the background.
 */
export function buttonColors(brand: Brand): ButtonColors | undefined {
  const background = hexColor(brand.button_background_color);
  if (background === undefined) return undefined;
  const own = hexColor(brand.button_text_color);
  const text =
    own !== undefined && contrast(own, background) >= MIN_CONTRAST ? own : readableOn(background);
  return { background, text };
}

/** Returns `undefined` for anything but `#rrggbb`, since it is written into a style. */
const hexColor = (color: string | null): string | undefined =>
  color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined;

/** One of them has a contrast of at least 4.58 with every color. */
const readableOn = (background: string): string =>
  contrast("#ffffff", background) >= contrast("#000000", background) ? "#ffffff" : "#000000";

/** From 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Relative luminance, from 0 to 1: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
