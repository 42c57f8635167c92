/** One run of a command in a process group of its own: its input, its output, its end. */
import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { HandlerResult, StartedHandler, UnstartedHandler } from "@intray/sdk/queue";
import { awaitOutcome, type Ending } from "./handler-end.ts";
import { OutputTail } from "./handler-output.ts";
import type { Pause } from "./pause.ts";
import { processStart } from "./process-start.ts";

/** How long to read on after the end: a child left in the background may hold the pipe for ever. */
const DRAIN_MS = 500;

/** What is the same for every run. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  /** What every run finds; a launch adds its own. */
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** How long a group may take to end after SIGTERM before it is killed. */
  readonly graceMs: number;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** One run of it. */
export interface Launch {
  /** Added to that of every run. */
  readonly environment: NodeJS.ProcessEnv;
  readonly input: string;
}

/** Where the output goes. */
export interface Takers {
  readonly takeStdout: (chunk: Buffer, from: Readable) => void;
  readonly takeStderr: (chunk: Buffer, from: Readable) => void;
}

/** Starts it; the input is handed over by `finish`. It is no shell: words are passed as they are. */
export async function launch(
  command: Command,
  { environment, input, takeStdout, takeStderr }: Launch & Takers,
  pause: Pause,
): Promise<StartedHandler | UnstartedHandler> {
  const spawned = spawnChild(command, environment);
  if ("kind" in spawned) return spawned;
  const { child, ended } = spawned;
  // At once: a process that has ended and was waited for has no start time any more.
  const { pid } = child;
  const startedAt = pid === undefined ? undefined : processStart(pid);
  const failure = await startFailure(child);
  if (failure !== undefined) return cannotStart(command.command, failure);
  const tail = new OutputTail();
  const closed = readOutput(child, tail, { takeStdout, takeStderr });
  return {
    kind: "started",
    ...(pid !== undefined && startedAt !== undefined && { process: { pid, startedAt } }),
    async finish(killing): Promise<HandlerResult> {
      // Only now, with the process on record: a crash before this leaves it without work.
      child.stdin.end(input);
      const outcome = await awaitOutcome(pid, ended, killing, { ...command, pause });
      await readToEnd(child, closed, pause);
      return { outcome, output: tail.text() };
    },
  };
}

function spawnChild(
  { command, args, environment }: Command,
  delivery: NodeJS.ProcessEnv,
): { child: Child; ended: Promise<Ending> } | UnstartedHandler {
  try {
    const child = spawn(command, args, {
      detached: true, // a process group of its own
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...environment, ...delivery },
    });
    // A handler need not read: its closed end of the pipe is no error of ours.
    child.stdin.on("error", () => undefined);
    const ended = new Promise<Ending>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    return { child, ended };
  } catch (error) {
    return cannotStart(command, error as NodeJS.ErrnoException);
  }
}

/** What kept the command from starting; `undefined` once it runs. */
function startFailure(child: Child): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    child.once("spawn", () => resolve(undefined));
    child.on("error", resolve);
  });
}

function cannotStart(command: string, { code, message }: NodeJS.ErrnoException): UnstartedHandler {
  const why =
    code === "ENOENT"
      ? "there is no such command"
      : code === "EACCES"
        ? "it may not be executed"
        : message;
  return { kind: "could-not-start", reason: `${command} cannot be started: ${why}` };
}

function readOutput(
  child: Child,
  tail: OutputTail,
  { takeStdout, takeStderr }: Takers,
): Promise<void> {
  const read = (stream: Readable, take: (chunk: Buffer, from: Readable) => void) =>
    stream.on("data", (chunk: Buffer) => {
      tail.add(chunk);
      take(chunk, stream);
    });
  read(child.stdout, takeStdout);
  read(child.stderr, takeStderr);
  return new Promise((resolve) => {
    child.once("close", () => resolve());
  });
}

/** Reads what is left in the pipes, but does not wait for a grandchild that keeps them open. */
async function readToEnd(child: Child, closed: Promise<void>, pause: Pause): Promise<void> {
  const over = new AbortController();
  await Promise.race([closed, pause(DRAIN_MS, over.signal)]);
  over.abort();
  for (const stream of [child.stdout, child.stderr]) {
    // Passed on still, but no reason to stay.
    if ("unref" in stream && typeof stream.unref === "function") stream.unref();
  }
}
