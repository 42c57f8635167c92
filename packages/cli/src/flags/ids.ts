/** Record ids as arguments. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { readStdin } from "./stdin.ts";

/** Ids are integers from 1 to below 2^53. */
export function parseId(word: string): number {
  const id = /^[1-9]\d{0,15}$/.test(word) ? Number(word) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: `"${word}" is no id.`,
    hint: "Ids are whole numbers, as intray submissions list shows them.",
  });
}

/** Ids of submissions as arguments, for {@link readIds}. */
export const submissionIds = {
  multiple: true,
  ignoreStdin: true,
  description: "Ids of submissions; - reads them from standard input, one a line.",
} as const;

/** The ids of the arguments, each once, in order; `-` stands for those on standard input, one a line. */
export async function readIds(words: readonly string[]): Promise<number[]> {
  const all: string[] = [];
  for (const word of words) {
    if (word === "-") all.push(...(await readStdin("Ids")).toString("utf8").split(/\s+/));
    else all.push(word);
  }
  return [...new Set(all.filter((word) => word !== "").map(parseId))];
}
