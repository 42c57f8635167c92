/** Escapes untrusted text for the terminal: form fields may contain escape sequences. */

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
export function escapeLine(text: string): string {
  return text.replace(UNSAFE, escapeOf);
}

/** Like {@link escapeLine}, but keeps line breaks. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeLine).join("\n");
}

/** A cell of tab-separated output: like {@link escapeLine}, with backslashes doubled to be reversible. */
export function tsvCell(text: string): string {
  return escapeLine(text.replaceAll("\\", "\\\\"));
}

/** Equivalent JSON text without unsafe characters. */
export function escapeJson(json: string): string {
  return json.replace(UNSAFE_IN_JSON, unicodeEscape);
}

function escapeOf(character: string): string {
  return SHORT_ESCAPES[character] ?? unicodeEscape(character);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
