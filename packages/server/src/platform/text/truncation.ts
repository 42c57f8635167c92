/** Truncates long texts so that a page stays below a size. */

export interface TruncatedText {
  readonly text: string;
  /** Number of characters left out. */
  readonly cut: number;
}

/** A limit on the size of one page's texts, used up text by text. */
export type TextBudget = ReturnType<typeof createTextBudget>;

/** Estimate of the markup around each text. */
const MARKUP_BYTES = 100;

/** @param maxCharacters Of one text. @param maxBytes Of all texts together, as HTML. */
export function createTextBudget({
  maxCharacters,
  maxBytes,
}: {
  readonly maxCharacters: number;
  readonly maxBytes: number;
}) {
  let left = maxBytes;
  return {
    get isSpent() {
      return left <= MARKUP_BYTES;
    },
    /** Returns the beginning of `text` that fits both its own limit and what is left of the budget. */
    truncate(text: string) {
      left -= MARKUP_BYTES;
      const longest = truncateAt(text, maxCharacters);
      const cost = htmlBytes(longest);
      const truncated =
        cost <= left ? longest : truncateAt(longest, Math.floor((longest.length * left) / cost));
      left -= Math.min(cost, left);
      return { text: truncated, cut: text.length - truncated.length };
    },
  };
}

/** A budget without a limit. */
export const UNLIMITED_TEXT: TextBudget = {
  isSpent: false,
  truncate: (text) => ({ text, cut: 0 }),
};

/** Returns at most the first `length` UTF-16 code units, without splitting a surrogate pair. */
export function truncateAt(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.max(0, length);
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end);
}

/** Counts six bytes for each character that HTML escapes, such as `&#39;`. */
const htmlBytes = (text: string) =>
  Buffer.byteLength(text) + 5 * (text.match(/[&<>"']/g)?.length ?? 0);
