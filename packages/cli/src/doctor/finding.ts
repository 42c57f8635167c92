/** What `intray doctor` found out about one thing. */
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { describeProblem } from "../problem.ts";

export interface Finding {
  /** What was looked at, in one word. */
  readonly check: string;
  readonly state: "ok" | "warning" | "failed" | "skipped";
  /** One sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** The exit code that a command would end with because of it. */
  readonly exit?: ExitCode | undefined;
}

/** What `look` says, or its failure as a finding. */
export async function finding(
  check: string,
  look: () => Promise<Omit<Finding, "check">>,
): Promise<Finding> {
  try {
    return { check, ...(await look()) };
  } catch (error) {
    const { message, hint, exit } = describeProblem(error);
    return { check, state: "failed", message, hint, exit };
  }
}

/** The code of the first that failed. */
export function exitOf(findings: readonly Finding[]): ExitCode {
  const failed = findings.find(({ state }) => state === "failed");
  return failed === undefined ? EXIT.done : (failed.exit ?? EXIT.unexpected);
}
