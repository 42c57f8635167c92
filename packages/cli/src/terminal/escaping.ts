/** Makes text from strangers safe to show: form fields may carry escape sequences that rewrite a terminal. */

/**
 * C0 and C1 controls, DEL, line and paragraph separators, the marks that turn the reading direction
 * (CVE-2021-42574), invisible format characters, lone surrogates.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  /[\u0000-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\p{Surrogate}/gu;
/** What JSON leaves unescaped and a terminal obeys, or an eye misreads. JSON.stringify escapes the rest. */
const UNSAFE_IN_JSON = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** The text on one line, with every harmful character written as an escape that can be seen. */
export function escapeLine(text: string): string {
  return text.replace(UNSAFE, escapeOf);
}

/** Like {@link escapeLine}, but line breaks stay: for prose of several lines. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeLine).join("\n");
}

/** A cell of tab-separated output: as {@link escapeLine}, and a backslash doubled, so it can be undone. */
export function tsvCell(text: string): string {
  return escapeLine(text.replaceAll("\\", "\\\\"));
}

/** JSON text that means the same and that a terminal cannot be steered by. */
export function escapeJson(json: string): string {
  return json.replace(UNSAFE_IN_JSON, unicodeEscape);
}

function escapeOf(character: string): string {
  return SHORT_ESCAPES[character] ?? unicodeEscape(character);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
