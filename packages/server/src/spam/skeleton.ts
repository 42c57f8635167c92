/**
 * Maps a text to a skeleton for comparing words as a reader sees them: look-alike letters become Latin letters,
 * variants and accented letters become the plain letter, and invisible characters are removed.
 */

/** Cyrillic and Greek small letters, each with the Latin letter that it looks like (from Unicode TS 39). */
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
const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join("")}]`, "gu");

/** Hangul decomposes into three characters; a few others into eighteen, which would multiply the work. */
const MAX_GROWTH = 3;

export function skeletonOf(text: string): string {
  const lowerCase = text.toLowerCase();
  if (ASCII.test(lowerCase)) return lowerCase;
  return lowerCase
    .normalize("NFKD")
    .slice(0, MAX_GROWTH * text.length)
    .replaceAll(/[\p{Mn}\p{Cf}]/gu, "")
    .toLowerCase()
    .replaceAll(LOOKALIKE, (letter) => LOOKALIKES.get(letter) ?? letter);
}
