/** Reads a password: without echo from a terminal, or as the first line of standard input. */
import { createInterface } from "node:readline";
import { readFile } from "node:fs/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { isEmail } from "../domain/submission/submission.ts";
import { hashPassword } from "../platform/password.ts";
import { passwordProblem } from "../platform/password-strength.ts";
import { type CommandContext, type CommandInput, textOption, UsageError } from "./command.ts";
import { messageOf } from "../platform/errors.ts";

/** The help of the option that {@link newPasswordHash} reads. */
export const PASSWORD_FILE_HELP = `\
--password-file  a file whose first line is the password. Without it the password is asked for on
                 a terminal, or read from standard input`;

export type Terminal = { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WriteStream };

export async function askPassword({ input, output }: Terminal, prompt: string): Promise<string> {
  if (!input.isTTY) return firstLine(await text(input));
  const password = await askHidden({ input, output }, `${prompt}: `);
  const again = await askHidden({ input, output }, "Repeat the password: ");
  if (password !== again) throw new Error("The two passwords differ. Nothing was changed.");
  return password;
}

/**
 * Returns the hash of the new password of the user, from `--password-file`, or asks for it.
 *
 * @throws Error if it cannot be read or may not be chosen.
 */
export async function newPasswordHash(
  input: CommandInput,
  { askPassword: ask, random }: CommandContext,
  email: string,
): Promise<string> {
  const file = textOption(input, "password-file");
  const password =
    file === undefined
      ? await ask("New password")
      : await readPasswordFile(file, "--password-file");
  const problem = await passwordProblem(password, email);
  if (problem !== undefined) throw new Error(`${problem} Nothing was changed.`);
  return hashPassword(password, random);
}

/** @param named The option or setting that names the file, for the error message. */
export async function readPasswordFile(path: string, named: string): Promise<string> {
  try {
    return firstLine(await readFile(path, "utf8"));
  } catch (cause) {
    throw new Error(`The password file of ${named} cannot be read (${messageOf(cause)}).`, {
      cause,
    });
  }
}

/** @throws UsageError. */
export function requireEmail(email: string): string {
  if (isEmail(email)) return email;
  throw new UsageError(`"${email}" is not an e-mail address.`);
}

const firstLine = (content: string) => content.split(/\r?\n/, 1)[0] ?? "";

async function askHidden({ input, output }: Terminal, prompt: string): Promise<string> {
  output.write(prompt);
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: discarded, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once("line", resolve);
      reader.once("SIGINT", () => reject(new Error("Canceled. Nothing was changed.")));
      reader.once("close", () =>
        reject(new Error("No password was entered. Nothing was changed.")),
      );
    });
  } finally {
    reader.close();
    output.write("\n");
  }
}
