/** Reads secrets from files. */
import { readInput } from "./input-file.ts";

/** The text of the file without one trailing newline, which editors and `echo` add. Throws Failure 66. */
export async function readSecretFile(path: string, what: string): Promise<string> {
  return withoutNewline((await readInput(path, what)).toString("utf8"));
}

export function withoutNewline(text: string): string {
  return text.replace(/\r?\n$/, "");
}
