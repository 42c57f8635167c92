/** What `intray doctor` or `intray queue doctor` found out about one thing. */
import { EXIT } from "../errors/exit-codes.ts";
import type { ExitCode } from "../errors/exit-codes.ts";
import { describeProblem } from "../errors/problem.ts";

export interface Finding {
  /** What was looked at, in one word. */
  readonly check: string;
  /** Scope, filter and consumer of the queue that it is about, when it is about one. */
  readonly queue?: string | undefined;
  readonly state: "ok" | "warning" | "failed" | "skipped";
  /** One sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** The exit code that a command would end with because of it. */
  readonly exit?: ExitCode | undefined;
}

/** A finding before it is said what it is about. */
export type CheckResult = Omit<Finding, "check" | "queue">;

/** What `look` says, or its failure as a finding. */
export async function finding(
  check: string,
  look: () => CheckResult | Promise<CheckResult>,
  queue?: string,
): Promise<Finding> {
  const about = { check, ...(queue !== undefined && { queue }) };
  try {
    return { ...about, ...(await look()) };
  } catch (error) {
    const { message, hint, exit } = describeProblem(error);
    return { ...about, state: "failed", message, hint, exit };
  }
}

/** The code of the first that failed. */
export function exitOf(findings: readonly Finding[]): ExitCode {
  const failed = findings.find(({ state }) => state === "failed");
  return failed === undefined ? EXIT.done : (failed.exit ?? EXIT.unexpected);
}
