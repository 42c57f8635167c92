/** The command that goes on with an export, to be pasted into a shell. */

const PLAIN = /^[\w@%+=:,./-]+$/;

/** @param args As they were given. */
export function resumeCommand(args: readonly string[]): string {
  const again = args.includes("--resume") || args.includes("--incremental");
  const words = ["intray", "submissions", "export", ...args, ...(again ? [] : ["--resume"])];
  return words.map(shellWord).join(" ");
}

function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
