/**
 * Runs the built CLI inside the test's own process: a process of its own costs five times as much. For
 * commands whose pipes, signals and terminal do not matter; `startCli` is for those where they do.
 */
import { createRequire } from "node:module";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { run as runCommand } from "../src/run.ts";
import { BIN, type Ended, type RunOptions } from "./run-cli.ts";

// The built files are loaded by Node itself: oclif loads the commands that way, and both must share modules.
const require = createRequire(import.meta.url);

/** One command at a time: environment, folder and streams belong to the process. */
let last: Promise<unknown> = Promise.resolve();

export function runInProcess(args: readonly string[], options: RunOptions): Promise<Ended> {
  const ended = last.then(() => runNow(args, options));
  last = ended.catch(() => undefined);
  return ended;
}

async function runNow(
  args: readonly string[],
  { env = {}, cwd, stdin = "" }: RunOptions,
): Promise<Ended> {
  const { run } = require("../bundle/run.cjs") as { readonly run: typeof runCommand };
  const stdout = collect();
  const stderr = collect();
  const restore = [
    replaceEnvironment(env),
    replace("stdin", Readable.from([Buffer.from(stdin)])),
    replace("stdout", stdout.stream),
    replace("stderr", stderr.stream),
    replace("exit", exit),
    keepExitCode(),
    changeFolder(cwd),
  ];
  let code: number;
  try {
    await run(args, pathToFileURL(BIN).href);
    code = Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    code = error.oclif.exit;
  } finally {
    for (const undo of restore.toReversed()) undo();
  }
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** What `process.exit` throws here. The CLI takes it for oclif's own way to exit, which prints nothing. */
class Exit extends Error {
  readonly code = "EEXIT";
  readonly oclif: { readonly exit: number };
  constructor(exitCode: number) {
    super(`exit ${exitCode}`);
    this.oclif = { exit: exitCode };
  }
}

function exit(code: number | string | null = process.exitCode ?? 0): never {
  throw new Exit(Number(code));
}

function replace(name: "stdin" | "stdout" | "stderr" | "exit", value: unknown) {
  const before = Object.getOwnPropertyDescriptor(process, name);
  Object.defineProperty(process, name, { value, writable: true, configurable: true });
  return () => {
    if (before !== undefined) Object.defineProperty(process, name, before);
  };
}

function keepExitCode() {
  const before = process.exitCode;
  process.exitCode = undefined;
  return () => void (process.exitCode = before);
}

/** Of our own environment only PATH stays. */
function replaceEnvironment(env: NodeJS.ProcessEnv) {
  const before = { ...process.env };
  const set = (variables: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    for (const [name, value] of Object.entries(variables)) {
      if (value !== undefined) process.env[name] = value;
    }
  };
  set({ PATH: before["PATH"], ...env });
  return () => set(before);
}

function changeFolder(cwd: string | undefined) {
  const before = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  return () => process.chdir(before);
}

function collect() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      // A copy: the CLI may reuse the memory once it has been written.
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}
