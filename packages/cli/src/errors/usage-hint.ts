/** The hint of a usage error: what was meant, or what the command takes. Loaded only to report one. */
import { readFile } from "node:fs/promises";
import type { Described } from "../completion/command-line.ts";
import { expandAliases, verbOf } from "../flags/raw-arguments.ts";
import { unknownCommand } from "./problem.ts";
import type { Problem } from "./sdk-problem.ts";
import type { WrongChoice } from "./failure.ts";
import { distance } from "fastest-levenshtein";

/** The problem with a better message or hint, if there is something better to say. */
export async function explainUsage(
  problem: Problem,
  error: Error,
  argv: readonly string[],
): Promise<Problem> {
  if (unknownCommand(error.message) !== undefined) return explainUnknownCommand(problem, argv);
  const now = replacedFlag(error);
  if (now !== undefined) return { ...problem, hint: `It was replaced: ${now}` };
  if (
    error.message.startsWith("Unexpected argument") &&
    argv.slice(0, 2).join(" ") === "queue run"
  ) {
    return {
      ...problem,
      hint: "Put the handler after --: intray queue run [FLAGS] -- CMD [ARGS...]",
    };
  }
  const word = suggestWord(error);
  if (word === undefined) return problem;
  return { ...problem, hint: `Did you mean ${word}? Add --help to see all flags of this command.` };
}

/** The problem with what may have been meant before its hint. */
export function explainChoice(problem: Problem, choice: WrongChoice | undefined): Problem {
  const meant = choice && findNearest(choice.given, choice.possible);
  if (meant === undefined) return problem;
  return { ...problem, hint: [`Did you mean ${meant}?`, problem.hint ?? ""].join(" ").trim() };
}

async function explainUnknownCommand(problem: Problem, argv: readonly string[]): Promise<Problem> {
  const [first = ""] = argv;
  if (first.startsWith("-")) return explainFirstFlag(problem, first);
  const described = await readManifest();
  const words = commandWords(argv);
  const now = REPLACED.get(words.slice(0, 2).join(" ")) ?? REPLACED.get(words[0] ?? "");
  if (now !== undefined) return { ...problem, hint: `It was replaced: ${now}` };
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

/** What to type instead of the commands of version 0.1 that are gone. Version 0.3 does not know them any more. */
const REPLACED: ReadonlyMap<string, string> = new Map([
  ["version", "type intray --version."],
  ["serve", "type npx @intray/server."],
  ["config get", "intray config list shows all settings."],
  ["config path", "intray doctor names the file."],
  ["queue show", "type intray queue list ID."],
  ["queue prune", "each run deletes what was finished 90 days ago."],
  ["webhooks body", "type intray deliveries get ID --body."],
  ["webhooks logs", "type intray deliveries list --kind webhook."],
  ["deliveries progress", "type intray webhooks refire with --wait, or with --stop --since TIME."],
]);

/** What to type instead of flags that are gone, in commands with the flag that comes first. */
const REPLACED_FLAGS: Readonly<Record<string, readonly [has: string, now: string]>> = {
  "--shard": ["claim", "machines share a queue with --claim."],
  "--fields": ["columns", "type --columns."],
  "--unread": ["filter", "type --filter new, or --query is:unread."],
  "--failed-since": ["state", "type --state exhausted,blocked,canceled,skipped --since TIME."],
  "--web": ["include", "type intray open ID."],
  "--watch": ["template-file", "run the command again, or let entr or watchexec do it."],
  "-f": ["field", "type -F or --field; -f is --form in all commands."],
};

/** A flag where the command should be. The name alone is repeated: a value may be a secret. */
function explainFirstFlag(problem: Problem, word: string): Problem {
  const [flag = ""] = word.split("=", 1);
  const meant = findNearest(flag.replace(/^--?/, ""), ["help", "version"]);
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

const orList = (words: readonly string[]): string =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((part) => part !== "").join(" or ");

/** The commands as `oclif manifest` describes them; none without the file. */
async function readManifest(): Promise<Described> {
  const path = new URL("../oclif.manifest.json", import.meta.url); // from the bundle
  try {
    const { commands } = JSON.parse(await readFile(path, "utf8")) as {
      readonly commands: Readonly<Record<string, Described["commands"][number]>>;
    };
    return { commands: Object.values(commands), topics: [] };
  } catch {
    return { commands: [], topics: [] };
  }
}

/** A longer list does not help. */
const MAX_SUGGESTIONS = 3;

/** Added for a candidate that is shorter: people leave out a letter more often than they add one. */
const ADDED_LETTER = 0.25;

/**
 * The closest candidate, by its beginning or by at most three edits; `undefined` without one. Of several that are as
 * close, a preferred one, else the first one of the alphabet: the order of the candidates has no meaning.
 */
export function findNearest(
  word: string,
  candidates: readonly string[],
  isPreferred: (candidate: string) => boolean = () => false,
): string | undefined {
  const typed = word.toLowerCase();
  const maxEdits = typed.length <= 3 ? 1 : typed.length <= 7 ? 2 : 3;
  const rated = candidates.map((candidate) => ({
    candidate,
    edits: countEdits(typed, candidate),
    rank: isPreferred(candidate) ? 0 : 1,
  }));
  const [best] = rated.toSorted(
    (a, b) => a.edits - b.edits || a.rank - b.rank || (a.candidate < b.candidate ? -1 : 1),
  );
  return best !== undefined && Math.floor(best.edits) <= maxEdits ? best.candidate : undefined;
}

function countEdits(typed: string, candidate: string): number {
  if (typed === candidate) return 0;
  if (typed.length > 1 && candidate.startsWith(typed)) return 0.5;
  const edits = isSwapped(typed, candidate) ? 1 : distance(typed, candidate);
  return candidate.length < typed.length ? edits + ADDED_LETTER : edits;
}

/** Whether two neighboring letters are swapped, which counts as two edits otherwise. */
function isSwapped(typed: string, candidate: string): boolean {
  const at = typed.split("").findIndex((letter, i) => letter !== candidate[i]);
  const swapped = `${typed.slice(0, at)}${typed[at + 1] ?? ""}${typed[at] ?? ""}${typed.slice(at + 2)}`;
  return at !== -1 && swapped === candidate;
}

/**
 * Commands that the words may have been meant to be, without `intray`; best first: those of the topic that was typed,
 * then those that people ask for most, then in the order of the alphabet.
 *
 * @param words The words before the first flag, of which none or the first ones name a command.
 */
export function suggestCommands(words: readonly string[], described: Described): readonly string[] {
  const commands = described.commands
    .filter(({ hidden }) => hidden !== true)
    .map(({ id }) => id.replaceAll(":", " "));
  const [first = "", second = ""] = words;
  const firstWords = [...new Set(commands.map((command) => command.split(" ")[0] ?? ""))];
  const swapped = `${second} ${first}`;
  if (commands.includes(swapped)) return [swapped];
  const hasTypedVerb = (name: string) => commands.includes(`${name} ${second}`);
  const topic = firstWords.includes(first) ? first : findNearest(first, firstWords, hasTypedVerb);
  const verbsOf = (name: string) =>
    commands.flatMap((command) =>
      command.startsWith(`${name} `) ? [command.slice(name.length + 1)] : [],
    );
  if (topic !== undefined) {
    const verb = second === "" ? undefined : findNearest(second, verbsOf(topic));
    if (verb !== undefined) return [`${topic} ${verb}`];
    if (topic !== first) return [topic];
  }
  // a verb alone, such as `intray export`
  const verbs = commands.flatMap((command) => command.split(" ").slice(1));
  const verb = findNearest(first, verbs);
  const ending = commands.filter((command) => verb && command.endsWith(` ${verb}`));
  const ranks = [second, "submissions", "forms"];
  const rankOf = (command: string) => {
    const rank = ranks.findIndex((name) => command.startsWith(`${name} `));
    return rank === -1 ? ranks.length : rank;
  };
  return ending
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS);
}

function commandAtStart(words: readonly string[], { commands }: Described): string | undefined {
  const beginnings = words.map((_, at) => words.slice(0, at + 1).join(":")).toReversed();
  return beginnings
    .find((beginning) => commands.some(({ id }) => id === beginning))
    ?.replaceAll(":", " ");
}

interface ParserError {
  readonly flags?: unknown;
  readonly parse?: { readonly input?: { readonly flags?: object } };
}

/** What to type instead of the flag that the command had. */
function replacedFlag({ flags, parse }: Error & ParserError): string | undefined {
  const [flag = ""] = Array.isArray(flags) ? String(flags[0]).split("=", 1) : [];
  const [has = "", now] = REPLACED_FLAGS[flag] ?? [];
  return has in (parse?.input?.flags ?? {}) ? now : undefined;
}

const VALUES = /to be one of: (.*)$/m;
const GIVEN = /Expected (?:--[^=\s]+=)?(.*) to be one of: /s;

/** What a flag or value in an error of oclif's parser may have been meant to be. */
function suggestWord(error: Error & ParserError): string | undefined {
  const known = Object.keys(error.parse?.input?.flags ?? {});
  if (Array.isArray(error.flags) && known.length > 0) {
    const [flag] = error.flags.map(String);
    const name = /^--([^=]+)/.exec(flag ?? "")?.[1];
    const found = name === undefined ? undefined : findNearest(name, [...known, "help", "version"]);
    return found === undefined ? undefined : `--${found}`;
  }
  const [, values] = VALUES.exec(error.message) ?? [];
  const [, given] = GIVEN.exec(error.message) ?? [];
  return values === undefined || given === undefined
    ? undefined
    : findNearest(given, values.split(", "));
}
