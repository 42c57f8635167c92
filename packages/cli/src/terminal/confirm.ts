/** Asks for confirmation before a destructive or bulk action. */
import { createInterface } from "node:readline";
import { failure } from "../errors/failure.ts";
import { escapeLine } from "./text.ts";

/** Resolves when the answer is yes. Throws Failure 2 when it cannot prompt, 130 for any other answer. */
export async function requireConfirmation(
  question: string,
  { mayPrompt }: { readonly mayPrompt: boolean },
): Promise<void> {
  if (!mayPrompt || !process.stdin.isTTY || !process.stderr.isTTY) {
    throw failure("confirmation_wanted", `Confirmation required: ${question}`, {
      hint: "Add --yes to skip the confirmation.",
    });
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string | undefined>((resolve) => {
    prompt.question(`${escapeLine(question)} [y/N] `, resolve);
    // Ctrl-C and Ctrl-D close the prompt without an answer.
    prompt.once("close", () => resolve(undefined));
  });
  prompt.close();
  if (answer === undefined) process.stderr.write("\n");
  else if (/^y(es)?$/i.test(answer.trim())) return;
  throw failure("declined", "Nothing was done.");
}
