/** The commands of `intray-server`, the parser of its command line, and its help. */
import { parseArgs } from "node:util";
import { distance } from "fastest-levenshtein";
import { VERSION } from "../platform/version.ts";
import { backup } from "./backup.ts";
import { type CommandInput, type Command, UsageError } from "./command.ts";
import { createAccount } from "./create-account.ts";
import { createKey } from "./create-key.ts";
import { doctor } from "./doctor/doctor.ts";
import { resetPassword, resetSecondFactorCommand } from "./lost-access.ts";
import { migrateCommand } from "./migrate.ts";
import { signInLink } from "./sign-in-link.ts";
import { supportBundle } from "./support-bundle.ts";
import { testMail } from "./test-mail.ts";
import { verify } from "./verify.ts";

const COMMANDS: readonly Command[] = [
  createAccount,
  createKey,
  resetPassword,
  resetSecondFactorCommand,
  signInLink,
  backup,
  verify,
  migrateCommand,
  testMail,
  doctor,
  supportBundle,
];
const SERVE = "serve";
const DRY_RUN = "--dry-run";
/** A command is suggested for a name that differs by at most this many letters. */
const MAX_SUGGESTION_DISTANCE = 3;

export type Invocation =
  | { readonly kind: "serve"; readonly isDry: boolean }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "command"; readonly command: Command; readonly input: CommandInput };

/** @throws UsageError. */
export function parseCommandLine(args: readonly string[]): Invocation {
  const [name, ...rest] = args;
  const options = name === SERVE ? rest : args;
  if (options.length === 0) return { kind: "serve", isDry: false };
  if (name === undefined || options.join(" ") === DRY_RUN) return { kind: "serve", isDry: true };
  if (name === "--version" || name === "-v") return { kind: "text", text: VERSION };
  if (name === "--help" || name === "-h" || name === "help") {
    const topic = rest[0];
    return { kind: "text", text: topic === undefined ? HELP : helpOf(commandNamed(topic)) };
  }
  if (name === SERVE)
    throw new UsageError(
      `${SERVE} takes no arguments but ${DRY_RUN}. Its settings are environment variables.`,
    );
  const command = commandNamed(name);
  if (rest.includes("--help") || rest.includes("-h")) {
    return { kind: "text", text: helpOf(command) };
  }
  return { kind: "command", command, input: parse(command, rest) };
}

function commandNamed(name: string): Command {
  const found = COMMANDS.find((command) => command.name === name);
  if (found !== undefined) return found;
  if (name.startsWith("-")) throw new UsageError(`There is no option ${name}.`);
  const near = [...COMMANDS.map((command) => command.name), SERVE]
    .map((candidate) => ({ candidate, letters: distance(candidate, name) }))
    .filter(({ letters }) => letters <= MAX_SUGGESTION_DISTANCE)
    .toSorted((a, b) => a.letters - b.letters)[0];
  const advice = near === undefined ? "" : ` Did you mean ${near.candidate}?`;
  throw new UsageError(`There is no command ${name}.${advice}`);
}

function parse(
  { name, options = {}, args = { min: 0, max: 0 }, usage }: Command,
  given: readonly string[],
): CommandInput {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      options,
      allowPositionals: true,
    });
    if (positionals.length < args.min || positionals.length > args.max) {
      throw new UsageError(`Usage: intray-server ${name} ${usage}`);
    }
    return { args: positionals, options: values as CommandInput["options"] };
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

const WIDTH = Math.max(...COMMANDS.map(({ name }) => name.length));

const HELP = [
  "intray-server            starts the server",
  "intray-server --dry-run  says what a start would do, and what refuses it; changes nothing",
  "intray-server <command>  runs a command",
  "",
  ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}  ${summary}`),
  "",
  "intray-server help <command> describes a command. Commands use the settings of the server, which",
  "are environment variables: INTRAY_DATA_DIR, INTRAY_DATABASE_URL and others, listed in the README.",
].join("\n");

const helpOf = ({ name, summary, usage, details }: Command): string =>
  [`intray-server ${name} ${usage}`, "", `${name} ${summary}.`, "", ...details].join("\n");
