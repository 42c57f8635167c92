/** The hint of a usage error: what was meant, or what the command takes. */
import { readFile } from "node:fs/promises";
import type { Described } from "../completion/command-line.ts";
import { expandAliases, verbOf } from "../flags/aliases.ts";
import { commandAtStart, nearest, suggestCommands, suggestWord } from "./suggestion.ts";
import type { Problem } from "./error-report.ts";
import type { WrongChoice } from "./failure.ts";
import { unknownCommand } from "./problem.ts";

/** The problem with a better message or hint, if there is something better to say. */
export async function explainUsage(
  problem: Problem,
  error: Error,
  argv: readonly string[],
): Promise<Problem> {
  if (unknownCommand(error.message) !== undefined) return explainUnknownCommand(problem, argv);
  const word = suggestWord(error);
  if (word === undefined) return problem;
  return { ...problem, hint: `Did you mean ${word}? Add --help to see all flags of this command.` };
}

/** The problem with what may have been meant before its hint. */
export function explainChoice(problem: Problem, choice: WrongChoice | undefined): Problem {
  const meant = choice && nearest(choice.given, choice.possible);
  if (meant === undefined) return problem;
  return { ...problem, hint: [`Did you mean ${meant}?`, problem.hint ?? ""].join(" ").trim() };
}

async function explainUnknownCommand(problem: Problem, argv: readonly string[]): Promise<Problem> {
  const [first = ""] = argv;
  if (first.startsWith("-")) return explainFirstFlag(problem, first);
  const described = await readManifest();
  const words = commandWords(argv);
  const command = commandAtStart(words, described);
  if (command !== undefined) {
    const extra = words.slice(command.split(" ").length).join(" ");
    return {
      ...problem,
      message: `intray ${command} does not take the extra argument ${extra}.`,
      hint: `intray ${command} --help shows what it takes.`,
    };
  }
  const meant = suggestCommands(words, described).map((one) => `intray ${one}`);
  if (meant.length === 0) return problem;
  return { ...problem, hint: `Did you mean ${orList(meant)}? intray --help lists all commands.` };
}

/** A flag where the command should be. The name alone is repeated: a value may be a secret. */
function explainFirstFlag(problem: Problem, word: string): Problem {
  const [flag = ""] = word.split("=", 1);
  const meant = nearest(flag.replace(/^--?/, ""), ["help", "version"]);
  const general =
    "Write the command first: intray COMMAND [FLAGS]. intray --help lists all commands.";
  return {
    ...problem,
    message: `There is no command before the flag ${flag}.`,
    hint: meant === undefined ? general : `Did you mean --${meant}? ${general}`,
  };
}

/** The words before the first flag, without `help`. */
function commandWords(argv: readonly string[]): readonly string[] {
  const words = expandAliases(argv)
    .filter((word, at) => at > 0 || word !== "help")
    .map((word, at) => (at === 0 ? verbOf(word) : word));
  const flag = words.findIndex((word) => word.startsWith("-"));
  return flag === -1 ? words : words.slice(0, flag);
}

function orList(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)]
    .filter((part) => part !== "")
    .join(" or ");
}

/** The commands as `oclif manifest` describes them; none without the file. */
async function readManifest(): Promise<Described> {
  const path = new URL("../../oclif.manifest.json", import.meta.url);
  try {
    const { commands } = JSON.parse(await readFile(path, "utf8")) as {
      readonly commands: Readonly<Record<string, Described["commands"][number]>>;
    };
    return { commands: Object.values(commands), topics: [] };
  } catch {
    return { commands: [], topics: [] };
  }
}
