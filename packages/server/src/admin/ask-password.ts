/** A password from the terminal, unseen; or the first line of what is piped in. */
import { createInterface } from "node:readline";
import { readFile } from "node:fs/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { isEmail } from "../domain/submission.ts";
import { passwordProblem } from "../platform/password.ts";
import { type Around, type Asked, textOf, UsageError } from "./command.ts";

export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

export async function askPassword({ input, output }: Terminal, prompt: string): Promise<string> {
  if (!input.isTTY) return firstLine(await text(input));
  const password = await askUnseen({ input, output }, `${prompt}: `);
  const again = await askUnseen({ input, output }, "Once more: ");
  if (password !== again) throw new Error("The two are not the same; nothing was changed.");
  return password;
}

/**
 * The password that a command was given by `--password-file`, or asks for.
 *
 * @throws Error when it cannot be read, or is too weak.
 */
export async function newPassword(asked: Asked, { askPassword: ask }: Around): Promise<string> {
  const file = textOf(asked, "password-file");
  const password =
    file === undefined
      ? await ask("New password")
      : await readPasswordFile(file, "--password-file");
  const problem = passwordProblem(password);
  if (problem !== undefined) throw new Error(`${problem} Nothing was changed.`);
  return password;
}

/** @param named By what the file was named, for the message. */
export async function readPasswordFile(path: string, named: string): Promise<string> {
  try {
    return firstLine(await readFile(path, "utf8"));
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The password file of ${named} cannot be read (${detail}).`, { cause });
  }
}

/** @throws UsageError. */
export function requireEmail(email: string): string {
  if (isEmail(email)) return email;
  throw new UsageError(`"${email}" is no e-mail address.`);
}

const firstLine = (content: string) => content.split(/\r?\n/, 1)[0] ?? "";

async function askUnseen({ input, output }: Terminal, prompt: string): Promise<string> {
  output.write(prompt);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: unseen, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once("line", resolve);
      reader.once("SIGINT", () => reject(new Error("Broken off; nothing was changed.")));
      reader.once("close", () => reject(new Error("Nothing was typed; nothing was changed.")));
    });
  } finally {
    reader.close();
    output.write("\n");
  }
}
