/** How much of long texts fits a page that is to stay small. */

export interface Fitted {
  readonly text: string;
  /** Characters that had no room. */
  readonly cut: number;
}

export interface Room {
  /** As much of the beginning as one text may have, and as there is room for. */
  fit(text: string): Fitted;
  readonly isFull: boolean;
}

/** Of markup around each text. */
const AROUND_BYTES = 100;

/** @param each The most characters of one text. @param bytes Of all of them, as HTML. */
export function pageRoom({ each, bytes }: { readonly each: number; readonly bytes: number }): Room {
  let left = bytes;
  return {
    get isFull() {
      return left <= AROUND_BYTES;
    },
    fit(text) {
      left -= AROUND_BYTES;
      const most = cutAt(text, each);
      const cost = htmlBytes(most);
      const fitted = cost <= left ? most : cutAt(most, Math.floor((most.length * left) / cost));
      left -= Math.min(cost, left);
      return { text: fitted, cut: text.length - fitted.length };
    },
  };
}

/** Room for whatever there is. */
export const ENOUGH_ROOM: Room = { isFull: false, fit: (text) => ({ text, cut: 0 }) };

/** The beginning, of so many characters at most; none is cut in half. */
export function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.max(0, length);
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end);
}

/** Five of these become six bytes each. */
const htmlBytes = (text: string) =>
  Buffer.byteLength(text) + 5 * (text.match(/[&<>"']/g)?.length ?? 0);
