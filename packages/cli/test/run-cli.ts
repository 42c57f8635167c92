/** Runs the CLI: in this process, or as a process with pipes. */
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const BIN = fileURLToPath(new URL("../bin/run.js", import.meta.url));

/** A program of util-linux that runs a command on a pseudo-terminal. */
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
  /** Runs as another user; only root can. */
  readonly uid?: number | undefined;
}

/** Starts the CLI as a process, which inherits only {@link inherited} from this environment. */
export const startCli = (args: readonly string[], options: RunOptions = {}) =>
  startProgram(process.execPath, [BIN, ...args], options);

/** Runs one command to its end, in this process. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  if (options.uid !== undefined) return runBin(args, options);
  const { runInProcess } = await import("./in-process.ts");
  return runInProcess(args, options);
}

/** Runs the program as a process of its own: for tests of its pipes, its exit and its start. */
export const runBin = async (args: readonly string[], options: RunOptions = {}): Promise<Ended> =>
  finish(startCli(args, options), options.stdin ?? "");

/** Runs a shell command in which `$INTRAY` is the CLI. */
export async function runShell(line: string, options: RunOptions = {}): Promise<Ended> {
  const env = { ...options.env, INTRAY: `${process.execPath} ${BIN}` };
  return finish(startProgram("bash", ["-c", line], { ...options, env }), options.stdin ?? "");
}

/** Starts a program, which inherits only {@link inherited} from this environment. */
export const startProgram = (
  command: string,
  args: readonly string[],
  { env, cwd, uid }: RunOptions,
) => spawn(command, args, { cwd, uid, gid: uid, env: { ...inherited(), ...env } });

/** What a child needs to find node, bash and script, and to load Node's modules fast. */
export function inherited(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line no-restricted-properties -- nothing else of it reaches the child
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
}

/** Collects the output until the process ends. */
async function finish(
  child: ChildProcessWithoutNullStreams,
  stdin: string | Uint8Array,
): Promise<Ended> {
  // the process may exit before it has read all of stdin
  child.stdin.on("error", () => undefined);
  child.stdin.end(stdin);
  const [stdout, stderr, [code]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { code, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** What lines of JSON contain. */
export const documentsIn = <Document = Record<string, unknown>>(text: string): Document[] =>
  text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Document]));

export const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
