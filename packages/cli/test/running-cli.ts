/** A run of the CLI that continues until it is stopped. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { startCli, documentsIn, type RunOptions } from "./run-cli.ts";

export interface RunningCli extends AsyncDisposable {
  readonly stdout: string;
  readonly stderr: string;
  /** The complete lines of stdout, parsed as JSON. */
  documents(): readonly Record<string, unknown>[];
  /** Resolves when the condition is true; rejects when the run ends before that. */
  until(condition: (run: RunningCli) => boolean): Promise<void>;
  /** Sends the signal, if any, and resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export const runningCli = (args: readonly string[], options: RunOptions): RunningCli =>
  follow(startCli(args, options));

export function follow(child: ChildProcessWithoutNullStreams): RunningCli {
  const written = { stdout: "", stderr: "" };
  const waiting = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
      for (const check of waiting) check();
    });
  }
  const closed = once(child, "close").then(([code]) => code as number | null);
  const run: RunningCli = {
    get stdout() {
      return written.stdout;
    },
    get stderr() {
      return written.stderr;
    },
    documents: () => documentsIn(written.stdout.slice(0, written.stdout.lastIndexOf("\n") + 1)),
    async until(condition) {
      const fulfilled = Promise.withResolvers<void>();
      const check = () => condition(run) && fulfilled.resolve();
      waiting.add(check);
      check();
      const ended = closed.then((code) => {
        if (condition(run)) return;
        throw new Error(`It ended with ${code}.\n${written.stdout}\n${written.stderr}`);
      });
      await Promise.race([fulfilled.promise, ended]);
      waiting.delete(check);
    },
    async end(signal) {
      if (signal !== undefined) child.kill(signal);
      return closed;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await closed;
    },
  };
  return run;
}
