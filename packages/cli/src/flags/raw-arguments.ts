/** What can be told from the arguments before, or without, parsing them. */

/** The CLI's own arguments and, after the first `--`, the words of a command to run. */
export function splitAtDoubleDash(argv: readonly string[]): { own: string[]; words: string[] } {
  const at = argv.indexOf("--");
  return at === -1
    ? { own: [...argv], words: [] }
    : { own: argv.slice(0, at), words: argv.slice(at + 1) };
}

/** Whether a flag without a value stands among the CLI's own arguments. */
export function hasFlag(argv: readonly string[], flag: `--${string}`): boolean {
  return splitAtDoubleDash(argv).own.includes(flag);
}
