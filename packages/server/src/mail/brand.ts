/** Logo and colors of a form's mails. */
import type { MailSettings } from "../domain/mail/settings.ts";
import { DARK, LIGHT } from "../platform/palette.ts";
import { webAddress } from "../platform/text/safe-text.ts";

export type Brand = Pick<MailSettings, "logo" | "button_background_color" | "button_text_color">;

export const PLAIN: Brand = { logo: null, button_background_color: null, button_text_color: null };

/** The URL of the logo, if it is safe to load. */
export const logoOf = ({ logo }: Brand): string | undefined =>
  logo === null ? undefined : webAddress(logo);

export interface ButtonColors {
  readonly background: string;
  readonly text: string;
  /** The form's own colors stay in dark mode. */
  readonly isOwn: boolean;
}

/** The colors of a button. Without a color for its text, black or white, whichever is easier to read. */
export function buttonColors(brand: Brand): ButtonColors {
  const background = hexColor(brand.button_background_color);
  const text = hexColor(brand.button_text_color);
  if (background === undefined) return { background: LIGHT.ink, text: LIGHT.card, isOwn: false };
  return { background, text: text ?? readableOn(background), isOwn: true };
}

/** Returns `undefined` for anything but `#rrggbb`, since it is written into a style. */
function hexColor(color: string | null): string | undefined {
  return color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined;
}

function readableOn(background: string): string {
  const light = luminance(background);
  return 1.05 / (light + 0.05) >= (light + 0.05) / (luminance(DARK.page) + 0.05)
    ? "#ffffff"
    : DARK.page;
}

/** Relative luminance, from 0 to 1: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
