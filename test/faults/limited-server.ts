/** Starts the server by a shell, which sets limits of the process first. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface LimitedServer {
  readonly pid: number;
  /** The address that it listens on; rejects if it exits before. */
  url(): Promise<string>;
  /** Everything that it has logged. */
  stderr(): string;
  stop(): Promise<void>;
}

/** @param line A line of the shell that ends with `exec` of the server. */
export function startShell(line: string, env: Readonly<Record<string, string>>): LimitedServer {
  const child = spawn("sh", ["-c", line], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const exited = once(child, "exit");
  return {
    pid: child.pid ?? 0,
    async url() {
      for await (const text of createInterface({ input: child.stdout })) {
        const [, found] = /listening on (\S+)/.exec(text) ?? [];
        if (found !== undefined) return found;
      }
      throw new Error(`The server exited: ${stderr}`);
    },
    stderr: () => stderr,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
