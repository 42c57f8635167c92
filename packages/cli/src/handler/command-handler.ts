/** A queue handler that runs a command: one process group per attempt, with the submissions on its stdin. */
import type { Readable, Writable } from "node:stream";
import {
  deliveryLine,
  type HandlerResult,
  type QueueHandler,
  type QueueDelivery,
  type StartedHandler,
  type UnstartedHandler,
} from "@intray/sdk/queue";
import type { Pause } from "../clock.ts";
import { endLeftoverGroup, awaitOutcome, processStart, type Ending } from "./process-group.ts";
import { spawn, type ChildProcessByStdio } from "node:child_process";

const GRACE_MS = 5_000;

export interface CommandHandlerOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The environment of every attempt; each delivery adds its own variables. */
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Time between SIGTERM and SIGKILL; default 5 s. */
  readonly graceMs?: number;
  readonly pause: Pause;
  readonly stderr: Writable;
  /** Whether handlers overlap: each line of output then begins with the submission that it is about. */
  readonly namesOutput?: boolean;
}

/** Runs the command once per submission or batch, without a shell: arguments are passed unchanged. */
export function makeCommandHandler(options: CommandHandlerOptions): QueueHandler {
  const command = { graceMs: GRACE_MS, namesOutput: false, ...options };
  const sink = new OutputSink(options.stderr);
  const outputOf = (...ids: readonly number[]) =>
    command.namesOutput ? new NamedLines(sink, outputName(ids)) : sink;
  return {
    start: (delivery, submission) =>
      launch(command, {
        environment: deliveryEnvironment(delivery),
        input: deliveryLine(delivery, submission),
        stdout: outputOf(delivery.submissionId),
        stderr: outputOf(delivery.submissionId),
      }),
    async startBatch(works) {
      const ids = works.map(({ delivery }) => delivery.submissionId);
      const done = new DoneIds(ids);
      const others = outputOf(...ids);
      const started = await launch(command, {
        // Its deliveries are only in its input lines.
        environment: { INTRAY_BATCH: String(works.length) },
        input: works.map(({ delivery, submission }) => deliveryLine(delivery, submission)).join(""),
        stdout: {
          write: (chunk, from) => others.write(done.read(chunk), from),
          end: () => others.end(),
        },
        stderr: outputOf(...ids),
      });
      if (started.kind !== "started") return started;
      return {
        ...started,
        async finish(killing, onDone): Promise<HandlerResult> {
          done.notify(onDone);
          const result = await started.finish(killing);
          await done.notified();
          return result;
        },
      };
    },
    endLeftover: (leader) => endLeftoverGroup(leader, command),
  };
}

/** Variables that contain the key or its location. */
const KEY_VARIABLE = /^INTRAY_API_KEY/;

type Credentials = { readonly apiKey: string; readonly baseUrl: string };

/**
 * Returns the variables that are the same for every handler of a run.
 *
 * @param apiKey Removed from the environment under any name.
 * @param credentials Added to the environment, for `--pass-credentials`.
 */
export function handlerEnvironment(
  inherited: NodeJS.ProcessEnv,
  apiKey: string,
  credentials?: Credentials,
): NodeJS.ProcessEnv {
  const kept = Object.entries(inherited).filter(
    ([name, value]) => !KEY_VARIABLE.test(name) && value !== apiKey,
  );
  return {
    ...Object.fromEntries(kept),
    ...(credentials && {
      INTRAY_API_KEY: credentials.apiKey,
      INTRAY_BASE_URL: credentials.baseUrl,
    }),
  };
}

/** Returns the variables of one delivery. Never a field value, because `ps e` shows environments. */
const deliveryEnvironment = (delivery: QueueDelivery): NodeJS.ProcessEnv => ({
  INTRAY_SUBMISSION_ID: String(delivery.submissionId),
  INTRAY_FORM_ID: String(delivery.formId),
  INTRAY_ATTEMPT: String(delivery.attempt),
  INTRAY_REDELIVERED: delivery.redelivered ? "1" : "0",
  INTRAY_IDEMPOTENCY_KEY: delivery.id,
});

type OnDone = (submissionIds: readonly number[]) => Promise<void>;

const NEWLINE = "\n";
/** Digits of 2^53 - 1; a longer line is not an id. */
const MAX_DIGITS = 16;

/** Separates the handler's stdout into ids of the batch, each on a whole line, and other output. */
export class DoneIds {
  readonly #open: Set<number>;
  #waiting: number[] = [];
  /** The start of a line that may be an id. */
  #line = "";
  /** Whether the current line is too long to be an id. */
  #isOther = false;
  #onDone: OnDone | undefined;
  #notifying: Promise<void> = Promise.resolve();

  constructor(submissionIds: readonly number[]) {
    this.#open = new Set(submissionIds);
  }

  /** Takes the ids out of a chunk, and returns all other output. */
  read(chunk: Buffer): Buffer {
    // latin1 maps each byte to a character, so the returned bytes are the original ones.
    const lines = (this.#line + chunk.toString("latin1")).split(NEWLINE);
    const last = lines.pop() ?? "";
    const others = lines.filter((line) => !this.#take(line)).map((line) => line + NEWLINE);
    const isOther = this.#isOther || last.length > MAX_DIGITS + 1;
    this.#isOther = isOther;
    this.#line = isOther ? "" : last;
    if (isOther) others.push(last);
    this.#notifyNow();
    return Buffer.from(others.join(""), "latin1");
  }

  /** Sets the callback for ids. It is called for ids that were read before too. */
  notify(onDone: OnDone): void {
    this.#onDone = onDone;
    this.#notifyNow();
  }

  /** Resolves when all callbacks have ended. @throws the first error of a callback. */
  notified(): Promise<void> {
    return this.#notifying;
  }

  /** Needs a complete line: `12` could be the start of `123`. */
  #take(line: string): boolean {
    const isRest = this.#isOther;
    this.#isOther = false;
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    if (isRest || !/^[1-9]\d{0,15}$/.test(text)) return false;
    const id = Number(text);
    if (!this.#open.delete(id)) return false;
    this.#waiting.push(id);
    return true;
  }

  #notifyNow(): void {
    const onDone = this.#onDone;
    if (onDone === undefined || this.#waiting.length === 0) return;
    const ids = this.#waiting;
    this.#waiting = [];
    this.#notifying = this.#notifying.then(() => onDone(ids));
    // notified() reports the error later.
    this.#notifying.catch(() => undefined);
  }
}

/** How long to read output after the exit: a background child may keep the pipe open forever. */
const DRAIN_MS = 500;

type Command = Required<CommandHandlerOptions>;
type Child = ChildProcessByStdio<Writable, Readable, Readable>;

interface Launch {
  /** Added to the command's own environment. */
  readonly environment: NodeJS.ProcessEnv;
  readonly input: string;
  readonly stdout: HandlerOutput;
  readonly stderr: HandlerOutput;
}

/** Starts the command without a shell: arguments are passed unchanged. `finish` writes the input. */
async function launch(
  command: Command,
  { environment, input, ...outputs }: Launch,
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
  const closed = readOutput(child, tail, outputs);
  return {
    kind: "started",
    ...(pid !== undefined && startedAt !== undefined && { process: { pid, startedAt } }),
    async finish(killing): Promise<HandlerResult> {
      // The process is in the ledger by now. If we crash before this line, the handler gets no input.
      child.stdin.end(input);
      const outcome = await awaitOutcome(pid, ended, killing, command);
      await readToEnd(child, closed, command.pause);
      outputs.stdout.end();
      outputs.stderr.end();
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
const startFailure = (child: Child): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    child.once("spawn", () => resolve(undefined));
    child.on("error", resolve);
  });

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
  outputs: Pick<Launch, "stdout" | "stderr">,
): Promise<void> {
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (chunk: Buffer) => {
      tail.add(chunk);
      outputs[name].write(chunk, child[name]);
    });
  }
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

interface HandlerOutput {
  /** Writes a chunk of `from`, which is paused while the destination is full. */
  write(chunk: Buffer, from: Readable): void;
  end(): void;
}

/** The stream for handlers' output. Ignores writes once its reader has left, so that handlers go on. */
class OutputSink implements HandlerOutput {
  readonly #stream: Writable;
  #hasReader = true;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on("error", () => {
      this.#hasReader = false;
    });
  }

  write(chunk: Buffer, from?: Readable): void {
    if (!this.#hasReader || this.#stream.write(chunk) || from === undefined) return;
    from.pause();
    const resume = () => {
      this.#stream.off("drain", resume).off("error", resume);
      from.resume();
    };
    this.#stream.on("drain", resume).on("error", resume);
  }

  end(): void {
    // The sink outlives the handler.
  }
}

/** The submission or the batch, before each of its lines: `[42] ` or `[42 to 91] `. */
function outputName(ids: readonly number[]): string {
  const [first, last] = [ids[0], ids.at(-1)];
  return first === last ? `[${first}] ` : `[${first} to ${last}] `;
}

/** A longer line is written in pieces, each as a line of its own. */
const MAX_LINE_BYTES = 65_536;

/** Writes whole lines, each with a name in front, so that the output of concurrent handlers can be told apart. */
class NamedLines implements HandlerOutput {
  readonly #sink: OutputSink;
  readonly #name: string;
  /** The line that has not ended yet. In latin1, which maps each byte to a character. */
  #line = "";

  constructor(sink: OutputSink, name: string) {
    this.#sink = sink;
    this.#name = name;
  }

  write(chunk: Buffer, from?: Readable): void {
    const lines = (this.#line + chunk.toString("latin1")).split(NEWLINE);
    const last = lines.pop() ?? "";
    const isLong = last.length > MAX_LINE_BYTES;
    this.#line = isLong ? "" : last;
    if (isLong) lines.push(last);
    const text = lines.map((line) => `${this.#name}${line}\n`).join("");
    if (text !== "") this.#sink.write(Buffer.from(text, "latin1"), from);
  }

  /** A line without a line break at the end of the output gets one. */
  end(): void {
    if (this.#line !== "") this.write(Buffer.from(NEWLINE));
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
