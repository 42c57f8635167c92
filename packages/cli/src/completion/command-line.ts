/** Completes a partial command line from the descriptions of all commands. */

/** These interfaces are the used parts of oclif's manifest. */
export interface DescribedFlag {
  readonly type: "option" | "boolean";
  readonly char?: string | undefined;
  readonly description?: string | undefined;
  readonly summary?: string | undefined;
  readonly options?: readonly string[] | undefined;
  readonly multiple?: boolean | undefined;
  readonly hidden?: boolean | undefined;
}
export interface DescribedArg {
  readonly options?: readonly string[] | undefined;
  readonly description?: string | undefined;
}
export interface DescribedCommand {
  /** Its words, separated by colons. */
  readonly id: string;
  readonly summary?: string | undefined;
  readonly hidden?: boolean | undefined;
  readonly flags: Readonly<Record<string, DescribedFlag>>;
  readonly args: Readonly<Record<string, DescribedArg>>;
}
export type DescribedTopic = { readonly name: string; readonly description?: string | undefined };

export type Candidate = { readonly value: string; readonly description: string };

/** What can complete the last word of the line. */
export type Completion =
  | { readonly kind: "candidates"; readonly candidates: readonly Candidate[] }
  /** Records of the server or profiles of the configuration, by the name of the flag or argument. */
  | { readonly kind: "names"; readonly of: NamedKind; readonly prefix: string }
  /** Files, which the shell completes. */
  | { readonly kind: "files" };

const NAMED_KINDS = ["form", "webhook", "profile", "project"] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

export interface Described {
  readonly commands: readonly DescribedCommand[];
  readonly topics: readonly DescribedTopic[];
}

/** @param line The words after `intray`; the last one is partial or empty. */
export function completeLine(line: readonly string[], described: Described): Completion {
  const words = withoutEquals(line);
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  // the words after -- belong to another program
  if (before.includes("--")) return { kind: "files" };
  const found = findCommand(before, described.commands);
  if (found === undefined) return nextWords(before, current, described);
  const { command, rest } = found;
  const flag = flagBefore(before, command);
  if (flag !== undefined) return valuesOf(flag.name, flag.flag, current);
  if (current.startsWith("-")) return flagsOf(command, before, current);
  const topics = nextWords(before, current, described);
  if (topics.kind === "candidates" && topics.candidates.length > 0) return topics;
  return argumentOf(command, rest, current);
}

/** Splits `--form=3` into flag and value. Bash passes it as three words. */
const withoutEquals = (line: readonly string[]): readonly string[] =>
  line.flatMap((word) => {
    if (word === "=") return [];
    const cut = /^(--[a-z-]+)=(.*)$/s.exec(word);
    return cut === null ? [word] : [cut[1] ?? "", cut[2] ?? ""];
  });

/** The longest command at the beginning of the words, and the words after it. */
function findCommand(before: readonly string[], commands: readonly DescribedCommand[]) {
  const plain = before.filter((word) => !word.startsWith("-"));
  for (let length = plain.length; length > 0; length--) {
    const id = plain.slice(0, length).join(":");
    const command = commands.find((one) => one.id === id);
    if (command !== undefined) return { command, rest: before.slice(length) };
  }
  return undefined;
}

function nextWords(
  before: readonly string[],
  current: string,
  { commands, topics }: Described,
): Completion {
  const above = before.filter((word) => !word.startsWith("-"));
  const found = new Map<string, string>();
  for (const { id, summary = "", hidden } of commands) {
    const parts = id.split(":");
    if (hidden === true || !above.every((word, at) => parts[at] === word)) continue;
    const next = parts[above.length];
    if (next === undefined || !next.startsWith(current)) continue;
    const isWhole = parts.length === above.length + 1;
    const topic = topics.find(({ name }) => name === [...above, next].join(":"));
    if (isWhole || !found.has(next)) {
      found.set(next, topic?.description ?? (isWhole ? summary : ""));
    }
  }
  return { kind: "candidates", candidates: sort(found) };
}

/** The flag whose value is the last word. */
function flagBefore(before: readonly string[], { flags }: DescribedCommand) {
  const last = before.at(-1) ?? "";
  const found = Object.entries(flags).find(
    ([name, { char }]) => last === `--${name}` || (char !== undefined && last === `-${char}`),
  );
  if (found === undefined || found[1].type === "boolean") return undefined;
  return { name: found[0], flag: found[1] };
}

/** The values of a flag or an argument. */
function valuesOf(name: string, { options }: DescribedArg, current: string): Completion {
  if (options !== undefined) {
    const found = options.filter((option) => option.startsWith(current));
    return { kind: "candidates", candidates: found.map((value) => ({ value, description: "" })) };
  }
  const kind = NAMED_KINDS.find((one) => one === name);
  return kind === undefined ? { kind: "files" } : { kind: "names", of: kind, prefix: current };
}

function flagsOf(
  { flags }: DescribedCommand,
  before: readonly string[],
  current: string,
): Completion {
  const found = new Map<string, string>();
  for (const [name, flag] of Object.entries(flags)) {
    const isGiven =
      before.includes(`--${name}`) || (flag.char !== undefined && before.includes(`-${flag.char}`));
    if (flag.hidden === true || (isGiven && flag.multiple !== true)) continue;
    if (!`--${name}`.startsWith(current)) continue;
    found.set(`--${name}`, flag.summary ?? flag.description ?? "");
  }
  return { kind: "candidates", candidates: sort(found) };
}

function argumentOf(
  command: DescribedCommand,
  rest: readonly string[],
  current: string,
): Completion {
  const at = positionals(rest, command);
  const args = Object.entries(command.args);
  const [name, arg] = args[Math.min(at, args.length - 1)] ?? [];
  if (name === undefined || arg === undefined) return { kind: "candidates", candidates: [] };
  return valuesOf(name, arg, current);
}

/** The number of positional arguments before the last word. */
const positionals = (rest: readonly string[], command: DescribedCommand): number =>
  rest.filter(
    (word, at) => !word.startsWith("-") && flagBefore(rest.slice(0, at), command) === undefined,
  ).length;

const sort = (found: ReadonlyMap<string, string>): readonly Candidate[] =>
  [...found]
    .map(([value, description]) => ({ value, description: description.split("\n")[0] ?? "" }))
    .toSorted((one, other) => (one.value < other.value ? -1 : 1));
