// A program of the project, started for real: waited for, read from, and always ended.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface Program {
  readonly name: string;
  readonly pid: number | undefined;
  /** The lines of stdout so far. */
  readonly lines: readonly string[];
  /** The first line, past or to come, that holds `text`; rejects when the program ends without it. */
  line(text: string): Promise<string>;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
}

/** Starts `node …words`; what it writes to stderr is kept for the error message. */
export function startProgram(
  name: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Program {
  const child = spawn(process.execPath, [...words], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const complaints = collect(child);
  const ended = new Promise<true>((resolve) => void child.once("exit", () => resolve(true)));
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  return {
    name,
    pid: child.pid,
    lines,
    async line(text) {
      for (;;) {
        const found = lines.find((line) => line.includes(text));
        if (found !== undefined) return found;
        const isOver = await Promise.race([once(reader, "line").then(() => false), ended]);
        if (isOver || child.exitCode !== null) {
          throw new Error(`${name} ended without saying "${text}": ${complaints()}`);
        }
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}

/** Runs `node …words` to its end. */
export async function runProgram(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [...words], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stderr = collect(child);
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? 1, stdout, stderr: stderr() };
}

function collect(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  return () => text.trim().slice(-2_000);
}
