/** Asks before something destructive or many things at once. */
import { createInterface } from "node:readline/promises";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { escapeLine } from "./escaping.ts";

/** Comes back after a yes. Throws Failure: 2 where nobody can be asked, 130 after a no. */
export async function requireConfirmation(
  question: string,
  { mayPrompt }: { readonly mayPrompt: boolean },
): Promise<void> {
  if (!mayPrompt || !process.stdin.isTTY || !process.stderr.isTTY) {
    throw new Failure({
      exit: EXIT.usage,
      code: "confirmation_wanted",
      message: `${question} Nobody can be asked here.`,
      hint: "Say --yes to do it without asking.",
    });
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await prompt.question(`${escapeLine(question)} [y/N] `, {});
    if (/^y(es)?$/i.test(answer.trim())) return;
  } finally {
    prompt.close();
  }
  throw new Failure({
    exit: EXIT.interrupted,
    code: "declined",
    message: "Nothing was done.",
  });
}
