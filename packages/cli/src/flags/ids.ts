/** Parses record ids in arguments. */
import { usageFailure } from "../errors/failure.ts";
import { readStdin } from "./inputs.ts";

/** An integer from 1 to 2^53 - 1. Throws Failure 2 for anything else. */
export function parseId(word: string): number {
  const id = /^[1-9]\d{0,15}$/.test(word) ? Number(word) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw usageFailure(
    `"${word}" is not an id.`,
    "Ids are whole numbers, as shown by intray submissions list.",
  );
}

/** The argument for ids of submissions; read it with {@link readIds}. */
export const submissionIds = {
  multiple: true,
  ignoreStdin: true,
  description: "Ids of submissions; - reads ids from standard input, one per line.",
} as const;

/** The words in order, without duplicates; `-` is replaced by those on standard input, one per line. */
export async function readWords(words: readonly string[]): Promise<string[]> {
  if (!words.includes("-")) return [...new Set(words)];
  const read = (await readStdin("Ids")).toString("utf8").split(/\s+/).filter(Boolean);
  return [...new Set(words.flatMap((word) => (word === "-" ? read : [word])))];
}

/** The ids in order, as {@link readWords}. */
export const readIds = async (words: readonly string[]) => (await readWords(words)).map(parseId);
