/** Text on a terminal: its width in columns, escapes of untrusted text, times as people say them. */

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

export const padTo = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - displayWidth(text)));

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

/**
 * C0 and C1 controls, DEL, line and paragraph separators, bidirectional controls (CVE-2021-42574),
 * invisible format characters, lone surrogates.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
  /[\u0000-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\p{Surrogate}/gu;
/** The unsafe characters that JSON.stringify does not escape. */
const UNSAFE_IN_JSON = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** The text on one line, with every unsafe character as a visible escape. */
export const escapeLine = (text: string): string => text.replace(UNSAFE, escapeOf);

/** Like {@link escapeLine}, but keeps line breaks. */
export const escapeLines = (text: string): string => text.split("\n").map(escapeLine).join("\n");

/** A cell of tab-separated output: like {@link escapeLine}, with backslashes doubled to be reversible. */
export const tsvCell = (text: string): string => escapeLine(text.replaceAll("\\", "\\\\"));

/** Equivalent JSON text without unsafe characters. */
export const escapeJson = (json: string): string => json.replace(UNSAFE_IN_JSON, unicodeEscape);

const escapeOf = (character: string) => SHORT_ESCAPES[character] ?? unicodeEscape(character);

const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

const UNITS = [
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
] as const;
/** Further away a date says more. */
const MAX_MS = 30 * 86_400_000;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** The distance of an ISO 8601 time from now, rounded down; its date (UTC) beyond 30 days. Other text unchanged. */
export function relativeTime(text: string, now: number): string {
  const time = ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) return text;
  const distance = Math.abs(now - time);
  if (distance > MAX_MS) return text.slice(0, 10);
  if (distance < 1_000) return "now";
  const [unit, ms] = UNITS.findLast((one) => distance >= one[1]) ?? UNITS[0];
  const amount = `${Math.floor(distance / ms)}${unit}`;
  return time > now ? `in ${amount}` : `${amount} ago`;
}
