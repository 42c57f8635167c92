/** Follows a text file while somebody edits it. */
import { readFile, watch } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { readInput } from "../flags/input-file.ts";

/**
 * The file's text now, and each time it is another. The folder is watched, since editors put a new
 * file in the old one's place. Ends with the signal. Throws Failure 66 when it cannot be read at first.
 */
export async function* changedTexts(
  path: string,
  what: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const changes = watch(dirname(path), { signal })[Symbol.asyncIterator]();
  // asked for before the file is read, so that no change falls between
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
      const now = await readFile(path, "utf8").catch(() => undefined); // between two renames
      if (now === undefined || now === text) continue;
      text = now;
      yield text;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
