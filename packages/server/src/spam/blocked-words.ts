/** A form's list of words and phrases that none of its posts may hold. */
import { skeletonOf } from "./skeleton.ts";
import type { Check } from "./screen.ts";
import { textsOf } from "./text.ts";

/** Letter by letter; every post walks it once from each of its words, so no list makes it slow. */
interface Branch {
  readonly next: Map<string, Branch>;
  /** The entry of the list that ends here. */
  entry?: string;
}

const LETTER = /[\p{L}\p{N}]/u;
/** Scripts that put no space between words: an entry is found inside of them, too. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** No entry is longer: what the API takes, each character at most doubled by its skeleton. */
const MAX_STEPS = 400;

/** Whole words only, in any letter case: `cialis` is not in "specialist". */
export function blockedWords(list: readonly string[]): Check {
  const root: Branch = { next: new Map() };
  for (const entry of list) plant(root, entry);
  return ({ fields }) => {
    for (const [, text] of textsOf(fields)) {
      const entry = find(root, flat(text));
      if (entry === undefined) continue;
      return {
        check: "blocked_words",
        weight: 1,
        sentence: `The post holds “${entry}”, which this form's list of words forbids.`,
      };
    }
    return undefined;
  };
}

/** Spaces of any kind and number are one. */
const flat = (text: string) => skeletonOf(text).replaceAll(/\s+/g, " ");

function plant(root: Branch, entry: string): void {
  let at = root;
  const text = flat(entry).trim();
  if (text === "") return;
  for (let n = 0; n < text.length; n += 1) {
    const letter = text.charAt(n);
    const next = at.next.get(letter) ?? { next: new Map<string, Branch>() };
    at.next.set(letter, next);
    at = next;
  }
  at.entry ??= entry.trim();
}

function find(root: Branch, text: string): string | undefined {
  for (let start = 0; start < text.length; start += 1) {
    const first = root.next.get(text.charAt(start));
    if (first === undefined || !isEdge(text, start)) continue;
    let at: Branch | undefined = first;
    for (let end = start + 1; at !== undefined; end += 1) {
      if (at.entry !== undefined && isEdge(text, end)) return at.entry;
      if (end >= text.length || end - start > MAX_STEPS) break;
      at = at.next.get(text.charAt(end));
    }
  }
  return undefined;
}

/** Whether a word may begin or end between the characters before `at` and at it. */
function isEdge(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return true;
  const before = text.charAt(at - 1);
  const behind = text.charAt(at);
  if (!LETTER.test(before) || !LETTER.test(behind)) return true;
  return UNSPACED.test(before) || UNSPACED.test(behind);
}
