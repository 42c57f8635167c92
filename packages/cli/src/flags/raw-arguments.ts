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
