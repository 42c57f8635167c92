/** Shows the line of a template that an error message refers to. */

const POSITION = /\bin line (\d+), column (\d+)\b/;

/** The line with a mark below the column; `undefined` if the message has no position in the template. */
export function excerptAt(message: string, template: string): string | undefined {
  const [, line, column] = (POSITION.exec(message) ?? []).map(Number);
  if (line === undefined || column === undefined) return undefined;
  const text = template.split("\n")[line - 1]?.replace(/\r$/, "");
  if (text === undefined || column < 1 || column > text.length + 1) return undefined;
  const margin = `${line} | `;
  // keep tabs, so that the mark is aligned with the column
  const indent = (margin + text.slice(0, column - 1)).replaceAll(/[^\t]/g, " ");
  return `${margin}${text}\n${indent}^`;
}
