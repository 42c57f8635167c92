/** Runs the CLI: in this process, as a process with pipes, or on a real pseudo-terminal. */
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export const BIN = fileURLToPath(new URL("../bin/run.js", import.meta.url));

/** Of util-linux; gives a command a terminal of its own. */
export const SCRIPT = "script";
export const hasTerminal = spawnSync(SCRIPT, ["--version"]).status === 0;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: string | Uint8Array;
  readonly cwd?: string;
  /** Another user; for tests that run as root. */
  readonly uid?: number | undefined;
}

/** The process, started with nothing of our own environment but PATH. */
export function startCli(args: readonly string[], options: RunOptions = {}) {
  return startProgram(process.execPath, [BIN, ...args], options);
}

/** Runs one command to its end, in this process. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  if (options.uid !== undefined) return runBin(args, options);
  const { runInProcess } = await import("./in-process.ts");
  return runInProcess(args, options);
}

/** Runs the program as a process of its own: for tests of its pipes, its exit and its start. */
export async function runBin(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return finish(startCli(args, options), options.stdin ?? "");
}

/** Runs a line of shell in which `$INTRAY` is the command. */
export async function runShell(line: string, options: RunOptions = {}): Promise<Ended> {
  const env = { ...options.env, INTRAY: `${process.execPath} ${BIN}` };
  return finish(startProgram("bash", ["-c", line], { ...options, env }), options.stdin ?? "");
}

/** Runs it on a terminal of 80 columns; what is typed comes from `stdin`, all output is in `stdout`. */
export async function runOnTerminal(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ended> {
  const command = [process.execPath, BIN, ...args].map(quote).join(" ");
  const env = { TERM: "xterm", ...options.env };
  const child = startProgram(SCRIPT, ["-qec", `stty cols 80; ${command}`, "/dev/null"], {
    ...options,
    env,
  });
  return finish(child, options.stdin);
}

/** Any program, with nothing of our own environment but PATH. */
export function startProgram(
  command: string,
  args: readonly string[],
  { env, cwd, uid }: RunOptions,
) {
  // oxlint-disable-next-line no-restricted-properties -- the child finds node, bash and script by it
  return spawn(command, args, { cwd, uid, gid: uid, env: { PATH: process.env["PATH"], ...env } });
}

/** With no `stdin` at all, standard input stays open until the process ends. */
async function finish(
  child: ChildProcessWithoutNullStreams,
  stdin: string | Uint8Array | undefined,
): Promise<Ended> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  // a process may end without having read all of it
  child.stdin.on("error", () => undefined);
  if (stdin !== undefined) child.stdin.end(stdin);
  const [code] = (await once(child, "close")) as [number | null];
  return {
    code,
    stdout: Buffer.concat(stdout).toString("utf8"),
    stderr: Buffer.concat(stderr).toString("utf8"),
  };
}

/** A word for a line of shell. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
