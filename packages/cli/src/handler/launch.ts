/** Runs a command once in its own process group, with input, output and outcome. */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { HandlerResult, StartedHandler, UnstartedHandler } from "@intray/sdk/queue";
import { awaitOutcome, processStart, type Ending } from "./process-group.ts";
import type { Pause } from "../clock.ts";

/** How long to read output after the exit: a background child may keep the pipe open forever. */
const DRAIN_MS = 500;

/** The settings that every launch of a command shares. */
interface Command {
  readonly command: string;
  readonly args: readonly string[];
  /** The environment of every launch; each adds its own variables. */
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs: number;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** One launch of the command. */
interface Launch {
  /** Added to the command's own environment. */
  readonly environment: NodeJS.ProcessEnv;
  readonly input: string;
  readonly onStdout: (chunk: Buffer, from: Readable) => void;
  readonly onStderr: (chunk: Buffer, from: Readable) => void;
}

/** Starts the command without a shell: arguments are passed unchanged. `finish` writes the input. */
export async function launch(
  command: Command,
  { environment, input, onStdout, onStderr }: Launch,
  pause: Pause,
): Promise<StartedHandler | UnstartedHandler> {
  const spawned = spawnChild(command, environment);
  if ("kind" in spawned) return spawned;
  const { child, ended } = spawned;
  // Read now: an exited and reaped process has no start time.
  const { pid } = child;
  const startedAt = pid === undefined ? undefined : processStart(pid);
  const failure = await startFailure(child);
  if (failure !== undefined) return cannotStart(command.command, failure);
  const tail = new OutputTail();
  const closed = readOutput(child, tail, { onStdout, onStderr });
  return {
    kind: "started",
    ...(pid !== undefined && startedAt !== undefined && { process: { pid, startedAt } }),
    async finish(killing): Promise<HandlerResult> {
      // The process is in the ledger by now. If we crash before this line, the handler gets no input.
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
    // EPIPE is not an error: a handler may exit or close its stdin without reading it.
    child.stdin.on("error", () => undefined);
    const ended = new Promise<Ending>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    return { child, ended };
  } catch (error) {
    return cannotStart(command, error as NodeJS.ErrnoException);
  }
}

/** Resolves with the error that kept the command from starting, or `undefined` once it runs. */
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

/** Forwards the output as it arrives. Resolves when both streams are closed. */
function readOutput(
  child: Child,
  tail: OutputTail,
  { onStdout, onStderr }: Pick<Launch, "onStdout" | "onStderr">,
): Promise<void> {
  const read = (stream: Readable, onChunk: (chunk: Buffer, from: Readable) => void) =>
    stream.on("data", (chunk: Buffer) => {
      tail.add(chunk);
      onChunk(chunk, stream);
    });
  read(child.stdout, onStdout);
  read(child.stderr, onStderr);
  return new Promise((resolve) => {
    child.once("close", () => resolve());
  });
}

/** Reads the rest of the output, without waiting for a grandchild that keeps the pipes open. */
async function readToEnd(child: Child, closed: Promise<void>, pause: Pause): Promise<void> {
  const over = new AbortController();
  await Promise.race([closed, pause(DRAIN_MS, over.signal)]);
  over.abort();
  for (const stream of [child.stdout, child.stderr]) {
    // Later output is still forwarded, but does not keep this process alive.
    if ("unref" in stream && typeof stream.unref === "function") stream.unref();
  }
}

const TAIL_BYTES = 4_096;
/** Bytes 10xxxxxx continue a UTF-8 character. */
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** The stream for handlers' output. Ignores writes once its reader has left, so that handlers go on. */
export class OutputSink {
  readonly #stream: Writable;
  #hasReader = true;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on("error", () => {
      this.#hasReader = false;
    });
  }

  /** Writes a chunk of `from`, which is paused while the sink is full. */
  write(chunk: Buffer, from: Readable): void {
    if (!this.#hasReader || this.#stream.write(chunk)) return;
    from.pause();
    const resume = () => {
      this.#stream.off("drain", resume).off("error", resume);
      from.resume();
    };
    this.#stream.on("drain", resume).on("error", resume);
  }
}

/** The last 4 KB of a handler's output, both streams in the order of arrival. */
class OutputTail {
  #bytes: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const all = chunk.length >= TAIL_BYTES ? chunk : Buffer.concat([this.#bytes, chunk]);
    this.#bytes = all.subarray(-TAIL_BYTES);
  }

  /** The output as text. Invalid UTF-8 becomes U+FFFD; a character cut at the start is left out. */
  text(): string {
    let start = 0;
    if (this.#bytes.length === TAIL_BYTES) {
      while (start < 3 && isContinuation(this.#bytes[start])) start += 1;
    }
    return this.#bytes.subarray(start).toString("utf8");
  }
}
