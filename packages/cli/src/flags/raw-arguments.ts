/** Reads and rewrites the command line before oclif parses it. */
import { globalFlags } from "./flags.ts";

/** Splits at the first `--`: the CLI's own arguments, and the words of a command to run. */
export function splitAtDoubleDash(argv: readonly string[]): {
  own: string[];
  commandWords: string[];
} {
  const at = argv.indexOf("--");
  return at === -1
    ? { own: [...argv], commandWords: [] }
    : { own: argv.slice(0, at), commandWords: argv.slice(at + 1) };
}

/** Whether the CLI's own arguments contain a boolean flag. */
export const hasFlag = (argv: readonly string[], flag: `--${string}`): boolean =>
  splitAtDoubleDash(argv).own.includes(flag);

interface KnownFlag {
  readonly type: string;
  readonly char?: string | undefined;
  readonly multiple?: boolean | undefined;
}

/** The words without the flags that a later one of the same name replaces; oclif refuses those. */
export function withoutReplacedFlags(
  own: readonly string[],
  flags: Readonly<Record<string, KnownFlag>>,
): string[] {
  const kept: string[][] = [];
  const last = new Map<string, number>();
  for (let at = 0; at < own.length; at += 1) {
    const word = own[at] ?? "";
    if (word === "--") return [...kept.flat(), ...own.slice(at)];
    const name = singleValueFlag(word, flags);
    const words = name === undefined || hasOwnValue(word) ? [word] : own.slice(at, at + 2);
    at += words.length - 1;
    const before = name === undefined ? undefined : last.get(name);
    if (before !== undefined) kept[before] = [];
    if (name !== undefined) last.set(name, kept.length);
    kept.push(words);
  }
  return kept.flat();
}

function singleValueFlag(word: string, flags: Readonly<Record<string, KnownFlag>>) {
  const [name, flag] = flagIn(word, flags) ?? [];
  return flag?.type === "option" && flag.multiple !== true ? name : undefined;
}

function flagIn(word: string, flags: Readonly<Record<string, KnownFlag>>) {
  const [, long, char] = /^(?:--([^=]+)|-([^-=]))/s.exec(word) ?? [];
  return Object.entries(flags).find(([name, flag]) =>
    long === undefined ? char !== undefined && flag.char === char : name === long,
  );
}

/** Whether the value is in the same word, as in `--form=3` and `-f3`. */
const hasOwnValue = (word: string): boolean =>
  word.startsWith("--") ? word.includes("=") : word.length > 2;

/** The words with global flags moved from before the command to the first place behind it. */
export function moveLeadingFlags(argv: readonly string[]): string[] {
  let at = 0;
  for (let more = lengthAt(argv, at); more > 0; more = lengthAt(argv, at)) at += more;
  const [flags, rest] = [argv.slice(0, at), argv.slice(at)];
  const next = rest.findIndex((word) => word.startsWith("-"));
  const behind = next === -1 ? rest.length : next;
  return behind === 0 ? [...argv] : [...rest.slice(0, behind), ...flags, ...rest.slice(behind)];
}

/** How many words the global flag takes that is at this place; 0 without one. */
function lengthAt(argv: readonly string[], at: number): number {
  const word = argv[at] ?? "";
  const [, flag] = flagIn(word, globalFlags) ?? [];
  if (flag?.type === "boolean") return hasOwnValue(word) ? 0 : 1;
  return flag === undefined ? 0 : hasOwnValue(word) ? 1 : 2;
}

const FIRST_WORDS: Readonly<Record<string, readonly string[]>> = {
  listen: ["webhooks", "listen"],
  login: ["auth", "login"],
  logout: ["auth", "logout"],
  subs: ["submissions"],
};

/** By topic, for a command with another name than in the other topics. */
const SECOND_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  keys: { rm: "revoke" },
  queue: { view: "list", show: "show" },
  config: { rm: "unset" },
};
const VERBS: Readonly<Record<string, string>> = {
  ls: "list",
  view: "get",
  show: "get",
  rm: "delete",
};

/** The words with aliases replaced: `subs ls` is `submissions list`, and with `--watch` it is `submissions tail`. */
export function expandAliases(argv: readonly string[]): string[] {
  const [first = "", ...rest] = argv;
  if (first === "help") return [first, ...expandAliases(rest)];
  const [topic = "", second, ...others] = [
    ...(Object.hasOwn(FIRST_WORDS, first) ? (FIRST_WORDS[first] ?? []) : [first]),
    ...rest,
  ];
  if (second === undefined) return argv.length === 0 ? [] : [topic];
  const command = TOPICS_WITHOUT_VERBS.has(topic) ? second : verb(topic, second);
  return `${topic} ${command}` === "submissions list" && others.includes("--watch")
    ? [topic, "tail", ...others.filter((word) => word !== "--watch")]
    : [topic, command, ...others];
}

/** Commands whose next word is an argument. */
const TOPICS_WITHOUT_VERBS: ReadonlySet<string> = new Set(["api", "completion", "complete"]);

function verb(topic: string, word: string): string {
  const verbs = { ...VERBS, ...(Object.hasOwn(SECOND_WORDS, topic) ? SECOND_WORDS[topic] : {}) };
  return Object.hasOwn(verbs, word) ? (verbs[word] ?? word) : word;
}

/** The name of a command whose alias was typed without a topic, such as `list` for `ls`. */
export const verbOf = (word: string): string => verb("", word);
