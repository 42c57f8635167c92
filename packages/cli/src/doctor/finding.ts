/** One result of `intray doctor` or `intray queue doctor`. */
import { EXIT, type ExitCode } from "../errors/failure.ts";
import { describeProblem } from "../errors/problem.ts";

export interface Finding {
  /** What was checked, in one word. */
  readonly check: string;
  /** Scope, filter and consumer of the queue, for checks of a queue. */
  readonly queue?: string | undefined;
  readonly state: "ok" | "warning" | "failed" | "skipped";
  /** One sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** The exit code of a command that fails because of it. */
  readonly exit?: ExitCode | undefined;
}

/** A finding without the name of its check. */
export type CheckResult = Omit<Finding, "check" | "queue">;

/** Runs a check; an error becomes a finding with the state `failed`. */
export async function finding(
  check: string,
  run: () => CheckResult | Promise<CheckResult>,
  queue?: string,
): Promise<Finding> {
  const about = { check, ...(queue !== undefined && { queue }) };
  try {
    return { ...about, ...(await run()) };
  } catch (error) {
    const { message, hint, exit } = describeProblem(error);
    return { ...about, state: "failed", message, hint, exit };
  }
}

/** The exit code of the first failed check; 0 if none failed. */
export function exitOf(findings: readonly Finding[]): ExitCode {
  const failed = findings.find(({ state }) => state === "failed");
  return failed === undefined ? EXIT.done : (failed.exit ?? EXIT.unexpected);
}
