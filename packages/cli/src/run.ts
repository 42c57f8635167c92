/** Runs one command, reports its error, and exits after all output has been written. */
import { run as runCommand } from "@oclif/core/run";
import { settings } from "@oclif/core/settings";
import { readEnvironment } from "./config/environment.ts";
import { errorReason, EXIT, Failure } from "./errors/failure.ts";
import { describeProblem, reportProblem } from "./errors/problem.ts";
import type { Problem } from "./errors/sdk-problem.ts";
import { expandAliases, hasFlag, moveLeadingFlags } from "./flags/raw-arguments.ts";
import { handleBrokenPipe } from "./terminal/stop-signals.ts";

// Under NODE_ENV=test or development oclif would look for ts-node and warn that it is missing.
settings.enableAutoTranspile = false;

/**
 * Runs the command that was typed. On success the process ends by itself with the exit code that the command
 * set. On failure it exits after stdout and stderr have been written, however slow their reader is.
 */
export async function run(typed: readonly string[], importMetaUrl: string): Promise<void> {
  const argv = moveLeadingFlags(typed);
  watchStreams(argv);
  try {
    await runCommand(expandAliases(argv), importMetaUrl);
    await drain(process.stdout);
  } catch (error) {
    const exit = isExit(error)
      ? error.oclif.exit
      : report(await problemOf(error, argv), argv, error);
    await Promise.all([drain(process.stdout), drain(process.stderr)]);
    process.exit(exit);
  }
}

/** Thrown by `this.exit()` in oclif's own commands and flags, such as --help; nothing is printed. */
const isExit = (error: unknown): error is Error & { oclif: { exit: number } } =>
  error instanceof Error && "code" in error && error.code === "EEXIT" && "oclif" in error;

/** The problem behind an error; for a usage error with what may have been meant. */
async function problemOf(error: unknown, argv: readonly string[]): Promise<Problem> {
  const problem = describeProblem(error);
  const isUsage = error instanceof Error && "oclif" in error;
  const choice = error instanceof Failure ? error.choice : undefined;
  if (!isUsage && choice === undefined) return problem;
  const { explainChoice, explainUsage } = await import("./errors/usage-hint.ts");
  return isUsage ? explainUsage(problem, error, argv) : explainChoice(problem, choice);
}

function report(problem: Problem, argv: readonly string[], error?: unknown): number {
  reportProblem(problem, process.stderr, {
    json: hasFlag(argv, "--json"),
    color: !hasFlag(argv, "--no-color") && !readEnvironment().noColor,
    stack: hasFlag(argv, "--verbose") && error instanceof Error ? error.stack : undefined,
  });
  return problem.exit;
}

/** Replaces oclif's listeners, which throw on every stream error except EPIPE and so print a stack. */
function watchStreams(argv: readonly string[]): void {
  process.stdout.removeAllListeners("error").on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return handleBrokenPipe();
    const message = `Standard output cannot be written (${errorReason(error)}).`;
    process.exit(report({ exit: EXIT.outputFailed, code: "output_failed", message }, argv));
  });
  // An error cannot be reported without stderr; the exit code remains.
  process.stderr.removeAllListeners("error").on("error", () => undefined);
}

/** Resolves after everything written so far has been handed to the system. */
const drain = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => void stream.write("", () => resolve()));
