// Starts the programs of the project as child processes, reads their output and stops them.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export type Program = ReturnType<typeof startProgram>;

/** What a server prints before its URL. */
const LISTENING = "intray listening on ";

/** Starts `node …words`. A variable that is undefined is not passed on. */
export function startProgram(
  name: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) {
  const child = spawn(process.execPath, [...words], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const stderr = collect(child);
  const ended = new Promise<true>((resolve) => void child.once("exit", () => resolve(true)));
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  const printed = async (text: string): Promise<string> => {
    for (;;) {
      const found = lines.find((line) => line.includes(text));
      if (found !== undefined) return found;
      const isOver = await Promise.race([once(reader, "line").then(() => false), ended]);
      if (isOver || child.exitCode !== null) {
        throw new Error(`${name} exited without printing "${text}": ${endOf(stderr())}`);
      }
    }
  };
  return {
    name,
    pid: child.pid ?? 0,
    /** The lines of stdout so far. */
    lines,
    /** The first line that contains `text`, printed already or later; rejects if the program exits without it. */
    line: printed,
    /** The URL of a server of Intray, once it is ready. */
    url: async () => (await printed(LISTENING)).replace(LISTENING, ""),
    stderr,
    /** Sends SIGTERM, or another signal, and returns the exit code; null if the signal ended the program. */
    async stop(signal: NodeJS.Signals = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
  };
}

/** Runs `node …words` until it exits, with `input` as stdin. */
export async function runProgram(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  input = "",
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [...words], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined).end(input);
  const stderr = collect(child);
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? 1, stdout, stderr: endOf(stderr()) };
}

function collect(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  return () => text;
}

const endOf = (text: string) => text.trim().slice(-2_000);
