/** Shows the place of a template that the server's words point to. */

const PLACE = /\bin line (\d+), column (\d+)\b/;

/** The line with a mark under the column; `undefined` where the words name no place in it. */
export function excerptAt(words: string, template: string): string | undefined {
  const [, line, column] = (PLACE.exec(words) ?? []).map(Number);
  if (line === undefined || column === undefined) return undefined;
  const text = template.split("\n")[line - 1]?.replace(/\r$/, "");
  if (text === undefined || column < 1 || column > text.length + 1) return undefined;
  const margin = `${line} | `;
  // tabs stay tabs, so that the mark stands where the eye looks
  const indent = (margin + text.slice(0, column - 1)).replaceAll(/[^\t]/g, " ");
  return `${margin}${text}\n${indent}^`;
}
