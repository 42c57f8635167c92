/** Reads the command line without parsing it. */

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
export function hasFlag(argv: readonly string[], flag: `--${string}`): boolean {
  return splitAtDoubleDash(argv).own.includes(flag);
}

/** The used parts of oclif's flags. */
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
  const [, long, char] = /^(?:--([^=]+)|-([^-=]))/s.exec(word) ?? [];
  const found = Object.entries(flags).find(([name, flag]) =>
    long === undefined ? char !== undefined && flag.char === char : name === long,
  );
  const [name, flag] = found ?? [];
  return flag?.type === "option" && flag.multiple !== true ? name : undefined;
}

/** Whether the value is in the same word, as in `--form=3` and `-f3`. */
function hasOwnValue(word: string): boolean {
  return word.startsWith("--") ? word.includes("=") : word.length > 2;
}
