/** Colors in settings of a form. */

/** Returns the color in lower case, as it is stored; `undefined` for anything but `#rrggbb`. */
export function normalizeColor(text: string): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined;
}

export const colorAdvice = (name: string, text: string): string =>
  `${name} must be a color such as #1a7f37, not "${text}".`;
