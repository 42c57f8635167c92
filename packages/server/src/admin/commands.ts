/** The commands of `intray-server`, and what is said about them. */
import { parseArgs } from "node:util";
import { distance } from "fastest-levenshtein";
import { VERSION } from "../platform/version.ts";
import { backup } from "./backup.ts";
import { type Asked, type Command, UsageError } from "./command.ts";
import { createAccount } from "./create-account.ts";
import { createKey } from "./create-key.ts";
import { migrateCommand } from "./migrate.ts";
import { resetPassword } from "./reset-password.ts";
import { signInLink } from "./sign-in-link.ts";
import { verify } from "./verify.ts";

const COMMANDS: readonly Command[] = [
  createAccount,
  createKey,
  resetPassword,
  signInLink,
  backup,
  verify,
  migrateCommand,
];
const SERVE = "serve";
const SUGGESTED_LETTERS = 3;

/** What the words behind `intray-server` ask for. */
export type Wanted =
  | { readonly kind: "serve" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "command"; readonly command: Command; readonly asked: Asked };

/** @throws UsageError for what makes no sense. */
export function wantedBy(words: readonly string[]): Wanted {
  const [name, ...rest] = words;
  if (name === undefined || (name === SERVE && rest.length === 0)) return { kind: "serve" };
  if (name === "--version" || name === "-v") return { kind: "text", text: VERSION };
  if (name === "--help" || name === "-h" || name === "help") {
    const about = rest[0];
    return { kind: "text", text: about === undefined ? HELP : helpOf(commandNamed(about)) };
  }
  if (name === SERVE)
    throw new UsageError(`${SERVE} takes nothing behind it; settings are environment variables.`);
  const command = commandNamed(name);
  if (rest.includes("--help") || rest.includes("-h")) {
    return { kind: "text", text: helpOf(command) };
  }
  return { kind: "command", command, asked: parsed(command, rest) };
}

function commandNamed(name: string): Command {
  const found = COMMANDS.find((command) => command.name === name);
  if (found !== undefined) return found;
  if (name.startsWith("-")) throw new UsageError(`There is no option ${name}.`);
  const near = [...COMMANDS.map((command) => command.name), SERVE]
    .map((candidate) => ({ candidate, letters: distance(candidate, name) }))
    .filter(({ letters }) => letters <= SUGGESTED_LETTERS)
    .toSorted((a, b) => a.letters - b.letters)[0];
  const advice = near === undefined ? "" : ` Did you mean ${near.candidate}?`;
  throw new UsageError(`There is no command ${name}.${advice}`);
}

function parsed({ name, options, words, usage }: Command, given: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      options,
      allowPositionals: true,
    });
    if (positionals.length < words.least || positionals.length > words.most) {
      throw new UsageError(`It is written: intray-server ${name} ${usage}`);
    }
    return { words: positionals, options: values as Asked["options"] };
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

const WIDTH = Math.max(...COMMANDS.map(({ name }) => name.length));

const HELP = [
  "intray-server            starts the server",
  "intray-server <command>  does one thing, and ends",
  "",
  ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}  ${summary}`),
  "",
  "intray-server help <command> says more. Settings are environment variables, the same for all:",
  "INTRAY_DATA_DIR, INTRAY_DATABASE_URL and the others in the README.",
].join("\n");

function helpOf({ name, summary, usage, details }: Command): string {
  return [`intray-server ${name} ${usage}`, "", `${name} ${summary}.`, "", ...details].join("\n");
}
