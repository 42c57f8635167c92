/** A template in a file: its text after each change, and the line that an error message refers to. */
import { readFile, watch } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { readInput } from "../flags/inputs.ts";

/**
 * Yields the text of the file, and its new text after each change, until the signal aborts. Watches the
 * folder, since editors replace the file. Throws Failure 66 when the file cannot be read at first.
 */
export async function* watchTexts(
  path: string,
  what: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const changes = watch(dirname(path), { signal })[Symbol.asyncIterator]();
  // started before the file is read, so that no change is missed
  let next = changes.next();
  next.catch(() => undefined);
  let text = (await readInput(path, what)).toString("utf8");
  yield text;
  try {
    for (;;) {
      const { value, done } = await next;
      if (done === true) return;
      next = changes.next();
      next.catch(() => undefined);
      if (value.filename !== null && value.filename !== basename(path)) continue;
      const now = await readFile(path, "utf8").catch(() => undefined); // missing during a rename
      if (now === undefined || now === text) continue;
      text = now;
      yield text;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const POSITION = /\bin line (\d+), column (\d+)\b/;

/** The line with a mark below the column; `undefined` if the message has no position in the template. */
export function showExcerpt(message: string, template: string): string | undefined {
  const [, line, column] = (POSITION.exec(message) ?? []).map(Number);
  if (line === undefined || column === undefined) return undefined;
  const text = template.split("\n")[line - 1]?.replace(/\r$/, "");
  if (text === undefined || column < 1 || column > text.length + 1) return undefined;
  const margin = `${line} | `;
  // keep tabs, so that the mark is aligned with the column
  const indent = (margin + text.slice(0, column - 1)).replaceAll(/[^\t]/g, " ");
  return `${margin}${text}\n${indent}^`;
}
