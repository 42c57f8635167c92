/** How much of long texts fits a page that is to stay small. */

export interface TruncatedText {
  readonly text: string;
  /** Characters that had no room. */
  readonly cut: number;
}

export interface TextBudget {
  /** As much of the beginning as one text may have, and as there is room for. */
  truncate(text: string): TruncatedText;
  readonly isSpent: boolean;
}

/** Of markup around each text. */
const MARKUP_BYTES = 100;

/** @param each The most characters of one text. @param bytes Of all of them, as HTML. */
export function createTextBudget({
  each,
  bytes,
}: {
  readonly each: number;
  readonly bytes: number;
}): TextBudget {
  let left = bytes;
  return {
    get isSpent() {
      return left <= MARKUP_BYTES;
    },
    truncate(text) {
      left -= MARKUP_BYTES;
      const most = truncateAt(text, each);
      const cost = htmlBytes(most);
      const fitted =
        cost <= left ? most : truncateAt(most, Math.floor((most.length * left) / cost));
      left -= Math.min(cost, left);
      return { text: fitted, cut: text.length - fitted.length };
    },
  };
}

/** Room for whatever there is. */
export const UNLIMITED_TEXT: TextBudget = {
  isSpent: false,
  truncate: (text) => ({ text, cut: 0 }),
};

/** The beginning, of so many characters at most; none is cut in half. */
export function truncateAt(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.max(0, length);
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end);
}

/** Five of these become six bytes each. */
const htmlBytes = (text: string) =>
  Buffer.byteLength(text) + 5 * (text.match(/[&<>"']/g)?.length ?? 0);
