/** One run of the CLI: the command, what is left to write, the exit code. */
// oxlint-disable-next-line import/no-unassigned-import -- it mends what the next one stands on
import "./home-fallback.ts";
import { run as runCommand } from "@oclif/core/run";
import { settings } from "@oclif/core/settings";
import { hasFlag } from "./flags/raw-arguments.ts";
import { readEnvironment } from "./config/environment.ts";
import { reportProblem } from "./errors/error-report.ts";
import { EXIT } from "./errors/exit-codes.ts";
import { Failure } from "./errors/failure.ts";
import { errorCode } from "./errors/error-code.ts";
import { describeProblem } from "./errors/problem.ts";
import { handleBrokenPipe } from "./terminal/broken-pipe.ts";

// Under NODE_ENV=test or development oclif would look for ts-node and warn that it is missing.
settings.enableAutoTranspile = false;

/**
 * Runs `argv`. A success sets the exit code and lets the process end by itself; a failure leaves by
 * process.exit once all that was written has gone out, however slow the reader.
 */
export async function run(argv: readonly string[], importMetaUrl: string): Promise<void> {
  watchStreams(argv);
  try {
    await runCommand([...argv], importMetaUrl);
    await drained(process.stdout);
  } catch (error) {
    const exit = isExit(error) ? error.oclif.exit : report(error, argv);
    await Promise.all([drained(process.stdout), drained(process.stderr)]);
    process.exit(exit);
  }
}

/** `this.exit()` of oclif's own commands and flags: an end without words. */
function isExit(error: unknown): error is Error & { oclif: { exit: number } } {
  return error instanceof Error && "code" in error && error.code === "EEXIT" && "oclif" in error;
}

function report(error: unknown, argv: readonly string[]): number {
  const problem = describeProblem(error);
  reportProblem(problem, process.stderr, {
    json: hasFlag(argv, "--json"),
    color: !hasFlag(argv, "--no-color") && !readEnvironment().noColor,
    stack: hasFlag(argv, "--verbose") && error instanceof Error ? error.stack : undefined,
  });
  return problem.exit;
}

/** oclif's own listener throws at every error but EPIPE, which would end the process with a stack. */
function watchStreams(argv: readonly string[]): void {
  process.stdout.removeAllListeners("error").on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return handleBrokenPipe();
    const message = `Standard output cannot be written (${errorCode(error)}).`;
    process.exit(
      report(new Failure({ exit: EXIT.outputFailed, code: "output_failed", message }), argv),
    );
  });
  // Nobody is left to tell: the exit code says it.
  process.stderr.removeAllListeners("error").on("error", () => undefined);
}

/** Comes back once everything written before has gone out. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write("", () => resolve()));
}
