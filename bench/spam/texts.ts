// Labelled texts, and how they are split.
import { readFileSync } from "node:fs";
import type { Fields } from "../../packages/server/src/domain/submission/submission.ts";

export interface Text {
  readonly fields: Fields;
  readonly spam: boolean;
  /** Where it was written; `undefined` if that is not known. */
  readonly source: string | undefined;
}

/** The project's own corpus: posts of forms in many languages. */
export const ownTexts = (): readonly Text[] =>
  linesOf(new URL("../../test/vectors/spam-corpus.jsonl", import.meta.url))
    .map((line) => JSON.parse(line) as { readonly verdict: string; readonly fields: Fields })
    .map(({ verdict, fields }) => ({ fields, spam: verdict === "spam", source: undefined }));

/** Texts of a file that has `{"text","spam","source"}` in each line. */
export const textsIn = (path: string): readonly Text[] =>
  linesOf(path)
    .map((line) => JSON.parse(line) as { readonly text: string; spam: boolean; source: string })
    .map(({ text, spam, source }) => ({ fields: [["message", text]], spam, source }));

const linesOf = (path: string | URL) => readFileSync(path, "utf8").trimEnd().split("\n");

/** The same order for the same seed. (Sorted by numbers of the generator mulberry32.) */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
