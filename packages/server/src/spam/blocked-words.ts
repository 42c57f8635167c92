/** Finds the words and phrases that a form blocks. */
import { skeletonOf } from "./skeleton.ts";
import { textsOf } from "./text.ts";
import type { SpamCheck } from "./verdict.ts";

/** A trie node. A post is matched once from the start of each word, so a long list costs no extra time. */
interface TrieNode {
  readonly next: Map<string, TrieNode>;
  /** The entry of the list that ends at this node. */
  entry?: string;
}

const LETTER = /[\p{L}\p{N}]/u;
/** Scripts that put no space between words: an entry matches anywhere in such text. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The API accepts entries of 200 characters, and the skeleton at most doubles the length. */
const MAX_ENTRY_CHARACTERS = 400;

/** Matches whole words in any letter case: `cialis` does not match "specialist". */
export function blockedWords(list: readonly string[]): SpamCheck {
  const root: TrieNode = { next: new Map() };
  for (const entry of list) insert(root, entry);
  return ({ fields }) => {
    for (const [, text] of textsOf(fields)) {
      const entry = find(root, normalized(text));
      if (entry === undefined) continue;
      return {
        check: "blocked_words",
        weight: 1,
        sentence: `The post contains “${entry}”, which this form blocks.`,
      };
    }
    return undefined;
  };
}

/** The skeleton, with each run of whitespace as one space. */
const normalized = (text: string) => skeletonOf(text).replaceAll(/\s+/g, " ");

function insert(root: TrieNode, entry: string): void {
  let node = root;
  const text = normalized(entry).trim();
  if (text === "") return;
  for (let n = 0; n < text.length; n += 1) {
    const letter = text.charAt(n);
    const next = node.next.get(letter) ?? { next: new Map<string, TrieNode>() };
    node.next.set(letter, next);
    node = next;
  }
  node.entry ??= entry.trim();
}

function find(root: TrieNode, text: string): string | undefined {
  for (let start = 0; start < text.length; start += 1) {
    const first = root.next.get(text.charAt(start));
    if (first === undefined || !isEdge(text, start)) continue;
    let node: TrieNode | undefined = first;
    for (let end = start + 1; node !== undefined; end += 1) {
      if (node.entry !== undefined && isEdge(text, end)) return node.entry;
      if (end >= text.length || end - start > MAX_ENTRY_CHARACTERS) break;
      node = node.next.get(text.charAt(end));
    }
  }
  return undefined;
}

/** Whether a word can begin or end at this index. */
function isEdge(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return true;
  const before = text.charAt(at - 1);
  const after = text.charAt(at);
  if (!LETTER.test(before) || !LETTER.test(after)) return true;
  return UNSPACED.test(before) || UNSPACED.test(after);
}
