/**
 * A text as the eye reads it: letters of other alphabets that look like Latin ones become those, forms
 * of a letter become the letter, what cannot be seen goes. Words are compared by their skeletons.
 */

/** Cyrillic and Greek small letters beside what they look like (from Unicode TS 39, the plain ones). */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: "a", в: "b", с: "c", ԁ: "d", е: "e", һ: "h", і: "i", ј: "j", к: "k", ӏ: "l", м: "m", н: "h",
    о: "o", р: "p", ԛ: "q", ѕ: "s", т: "t", у: "y", ѵ: "v", ԝ: "w", х: "x",
    α: "a", β: "b", ε: "e", η: "n", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", υ: "u", χ: "x",
    ı: "i", ɑ: "a", ɡ: "g",
  }),
); // prettier-ignore

// eslint-disable-next-line no-control-regex -- the range is ASCII
const ASCII = /^[\x00-\x7f]*$/;
const LOOKING_ALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join("")}]`, "gu");

export function skeletonOf(text: string): string {
  const small = text.toLowerCase();
  if (ASCII.test(small)) return small;
  return small
    .normalize("NFKD")
    .replaceAll(/[\p{Mn}\p{Cf}]/gu, "")
    .toLowerCase()
    .replaceAll(LOOKING_ALIKE, (letter) => LOOKALIKES.get(letter) ?? letter);
}
