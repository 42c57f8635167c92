/** What an error of SQLite means. */

/** SQLite's primary result codes that the CLI explains. */
const PROBLEMS = {
  5: "busy",
  6: "busy",
  8: "read-only",
  10: "i/o",
  11: "corrupt",
  13: "full",
  14: "cannot open",
  19: "constraint",
  26: "not a database",
} as const;

export type SqliteProblem = (typeof PROBLEMS)[keyof typeof PROBLEMS] | "other";

/** `undefined` if the error is not one of SQLite. */
export function sqliteProblem(error: unknown): SqliteProblem | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  // The low byte of an extended code is its primary one.
  const code = Number(error.errcode) & 0xff;
  return code in PROBLEMS ? PROBLEMS[code as keyof typeof PROBLEMS] : "other";
}
