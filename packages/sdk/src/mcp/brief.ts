/** Makes the data of an answer small: long texts and long lists are cut, with a marker that says how much. */

export interface Brief {
  readonly value: unknown;
  readonly isCut: boolean;
}

/** Length of an answer's data above which more is cut, in characters of its JSON. */
const MAX_DATA_CHARS = 40_000;
/** Texts are cut no shorter than this, and lists keep at least this many items. */
const MIN_TEXT_CHARS = 20;
const MIN_ITEMS = 2;

/**
 * Cuts texts to `maxText` characters and lists to `maxItems`, and further while the whole is above 40,000
 * characters of JSON. If the value is a list it keeps all its items: the next page would not have them.
 */
export function brief(value: unknown, limits: { maxText: number; maxItems: number }): Brief {
  let { maxText, maxItems } = limits;
  for (;;) {
    const cut = cutAll(value, maxText, maxItems);
    const isSmall = (JSON.stringify(cut.value) ?? "").length <= MAX_DATA_CHARS;
    if (isSmall || (maxText <= MIN_TEXT_CHARS && maxItems <= MIN_ITEMS)) return cut;
    maxText = Math.max(MIN_TEXT_CHARS, Math.floor(maxText / 2));
    maxItems = Math.max(MIN_ITEMS, Math.floor(maxItems * 0.75));
  }
}

function cutAll(value: unknown, maxText: number, maxItems: number): Brief {
  let isCut = false;
  const visit = (one: unknown): unknown => {
    if (typeof one === "string") {
      if (one.length <= maxText) return one;
      isCut = true;
      const start = startOf(one, maxText);
      return `${start}… [cut: ${one.length - start.length} more characters]`;
    }
    if (Array.isArray(one)) {
      if (one.length <= maxItems) return one.map(visit);
      isCut = true;
      return [...one.slice(0, maxItems).map(visit), `[cut: ${one.length - maxItems} more items]`];
    }
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, visit(member)]));
  };
  const all = Array.isArray(value) ? value.map(visit) : visit(value);
  return { value: all, isCut };
}

/** The first characters of a text, without half of a surrogate pair at the end. */
export function startOf(text: string, length: number): string {
  const start = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start;
}
