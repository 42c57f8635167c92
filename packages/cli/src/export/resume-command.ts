/** Builds the shell command that resumes an export. */

const PLAIN = /^[\w@%+=:,./-]+$/;

/** @param args The arguments of the interrupted export. */
export function resumeCommand(args: readonly string[]): string {
  const resumes = args.includes("--resume") || args.includes("--incremental");
  const words = ["intray", "submissions", "export", ...args, ...(resumes ? [] : ["--resume"])];
  return words.map(shellWord).join(" ");
}

function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
