/** A run of the bin that goes on until it is told to end. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { startCli } from "./run-cli.ts";
import type { RunOptions } from "./run-cli.ts";

export interface RunningCli extends AsyncDisposable {
  /** What it has written so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** Its complete lines on stdout, each read as JSON. */
  documents(): readonly Record<string, unknown>[];
  /** Resolves when the claim holds; fails when the run ends before. */
  until(claim: (run: RunningCli) => boolean): Promise<void>;
  /** Its exit code, once it has ended by itself or by the signal. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export function runningCli(args: readonly string[], options: RunOptions): RunningCli {
  return follow(startCli(args, options));
}

/** The same of any program that was started. */
export function follow(child: ChildProcessWithoutNullStreams): RunningCli {
  const written = { stdout: "", stderr: "" };
  const waiting = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
      for (const look of waiting) look();
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
    documents: () =>
      written.stdout
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async until(claim) {
      const held = Promise.withResolvers<void>();
      const look = () => claim(run) && held.resolve();
      waiting.add(look);
      look();
      const ended = closed.then((code) => {
        if (claim(run)) return;
        throw new Error(`It ended with ${code}.\n${written.stdout}\n${written.stderr}`);
      });
      await Promise.race([held.promise, ended]);
      waiting.delete(look);
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
