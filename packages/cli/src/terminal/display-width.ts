/** Measures, truncates and pads text by terminal columns. */

const ONLY_ASCII = /^[\u0020-\u007E]*$/;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
/** East Asian Wide and Fullwidth, roughly (UAX #11), and pictographs. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;

export function displayWidth(text: string): number {
  if (ONLY_ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes(text)) width += segmentWidth(segment);
  return width;
}

/** The text truncated to at most `width` columns; truncated text ends in `…`. */
export function truncateTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes(text)) {
    used += segmentWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** Created on first use: it takes 8 ms, and most commands print only ASCII. */
let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

function segmentWidth(segment: string): number {
  if (NO_WIDTH.test(segment)) return 0;
  return WIDE.test(segment) ? 2 : 1;
}
