/**
 * A shell of our own that starts commands, one after the other. A process is copied to start another;
 * a shell of 4 MB is copied in a tenth of the time that node takes, which has 50 MB and more.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { HandlerProcess, HandlerResult, PreparedHandler } from "@intray/sdk/queue";
import { awaitOutcome, type Ending } from "./handler-end.ts";
import { type OutputSink, OutputTail } from "./handler-output.ts";
import type { Command, Launch } from "./launch.ts";
import type { Pause } from "./pause.ts";
import { endLeftoverGroup } from "./process-group.ts";
import { processStart } from "./process-start.ts";
import { BASH, PLAIN, restoreEnvironment } from "./shell-environment.ts";

export interface LaunchShellOptions {
  readonly pause: Pause;
  /** Where the commands' output goes. */
  readonly sink: OutputSink;
}

/** What whoever has it is told. */
export interface LaunchShellEvents {
  /** It may prepare a command. */
  readonly onReady: (shell: LaunchShell) => void;
  /** It starts nothing any more. */
  readonly onOver: (shell: LaunchShell) => void;
}

/** How the two lengths are written, padded by spaces. */
const LENGTH_DIGITS = 8;
/** Ends a variable on its way to the shell. */
export const END = "\t";

/**
 * Copies itself before there is anything to start, and tells the copy's process on 1. The copy reads
 * from 0 how long the variables of this command and its input are, then both, and becomes the command;
 * when we die before that, it ends. It reads by lengths in bytes: for the end of a line bash looks
 * byte by byte. Its exit code is told on 1. The command's output is 3 and 4.
 *
 * `set -m` gives it a process group. Signals that a terminal or systemd sends to all are for the run,
 * which decides what becomes of its handlers: neither the shell nor a copy without work heeds them.
 * Whatever was killed may have left its input to be read, and that is no line of ours: nothing more
 * is started then.
 */
const SCRIPT = `
set -m
trap '' HUP INT TERM
_intray_end='${END}'
[[ -v LC_ALL ]] && _intray_locale=$LC_ALL
LC_ALL=C
while :; do
  (
    read -r -N ${2 * LENGTH_DIGITS} _intray_lengths || exit 255
    read -r -N "\${_intray_lengths:0:${LENGTH_DIGITS}}" _intray_variables || exit 255
    read -r -N "\${_intray_lengths:${LENGTH_DIGITS}}" _intray_input || exit 255
    trap - HUP INT TERM
    [[ $_intray_variables == "$_intray_end" ]] || {
      set -f
      IFS=$_intray_end
      export -- $_intray_variables
      set +f
    }
    [[ -v _intray_locale ]] && LC_ALL=$_intray_locale
    exec -- "$@" <<<"\${_intray_input%$'\\n'}" >&3 2>&4 3>&- 4>&-
  ) &
  echo "$!"
  wait "$!"
  _intray_code=$?
  echo "$_intray_code"
  (( _intray_code > 128 )) && exit
done`;

/** `undefined`: the shell ended before. */
type Told = Promise<number | undefined>;

/** A shell tells the end by a signal as 128 + its number. */
const BY_SIGNAL = 128;
const SIGNALS = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]),
);

export class LaunchShell {
  readonly #command: Command;
  readonly #options: LaunchShellOptions;
  readonly #events: LaunchShellEvents;
  readonly #process: ChildProcess;
  readonly #outputs: readonly Readable[];
  readonly #waiting: ((number: number | undefined) => void)[] = [];
  #heard = "";
  #tail = new OutputTail();
  #next: HandlerProcess | undefined;
  #isOver = false;
  #isGone = false;

  constructor(command: Command, options: LaunchShellOptions, events: LaunchShellEvents) {
    this.#command = command;
    this.#options = options;
    this.#events = events;
    const script = `${restoreEnvironment(command.environment)}${SCRIPT}`;
    const words = [...PLAIN, "-c", script, "intray", command.command, ...command.args];
    this.#process = spawn(BASH, words, {
      detached: true,
      stdio: ["pipe", "pipe", "ignore", "pipe", "pipe"],
      env: command.environment,
    });
    const { stdin, stdout, stdio } = this.#process;
    this.#process.on("error", () => this.#lose());
    this.#process.once("exit", () => this.close());
    stdin?.on("error", () => undefined); // it has gone, and "exit" follows
    stdout?.on("data", (chunk: Buffer) => this.#hear(chunk.toString("latin1")));
    // What it told before its end is read after "exit". A copy without work ends with our close().
    stdout?.once("close", () => this.#lose());
    this.#outputs = stdio.slice(3).filter((stream) => stream instanceof Readable);
    for (const stream of this.#outputs) {
      stream.on("data", (chunk: Buffer) => {
        this.#tail.add(chunk);
        options.sink.write(chunk, stream);
      });
    }
    void this.#awaitNext(this.#number());
  }

  /** The process that becomes the command when it is finished. To be called once when it is ready, with a line of input. */
  prepare({ environment, input }: Launch): PreparedHandler | undefined {
    const process = this.#next;
    if (process === undefined) return undefined;
    this.#next = undefined;
    const code = this.#number();
    const nextPid = this.#number();
    const variables = Object.entries(environment)
      .map(([name, value]) => `${name}=${value}`)
      .join(END);
    return {
      kind: "started",
      process,
      finish: (killing) => {
        this.#tail = new OutputTail();
        this.#process.stdin?.write(message(`${variables}${END}`, input));
        return this.#finish({ process, code, nextPid }, killing);
      },
    };
  }

  /** It ends by itself; what its last command has left in the background may write on. */
  close(): void {
    if (!this.#isOver) this.#events.onOver(this);
    this.#isOver = true;
    this.#process.stdin?.end();
    for (const stream of this.#outputs) {
      if ("unref" in stream && typeof stream.unref === "function") stream.unref();
    }
  }

  async #awaitNext(told: Told): Promise<void> {
    const pid = await told;
    const startedAt = pid === undefined ? undefined : processStart(pid);
    if (pid === undefined || startedAt === undefined || this.#isOver) return this.close();
    this.#next = { pid, startedAt };
    this.#events.onReady(this);
  }

  async #finish(
    {
      process,
      code,
      nextPid,
    }: { readonly process: HandlerProcess; readonly code: Told; readonly nextPid: Told },
    killing: AbortSignal,
  ): Promise<HandlerResult> {
    const { timeoutMs, graceMs } = this.#command;
    const { pause } = this.#options;
    const ended = code.then(toEnding);
    const outcome = await awaitOutcome(process.pid, ended, killing, { timeoutMs, graceMs, pause });
    const told = await code;
    if (told === undefined) {
      // Nobody hears of its end any more, so it must not go on beside another try.
      await endLeftoverGroup(process, { graceMs, pause });
      return { outcome: { kind: "interrupted" }, output: "" };
    }
    if (told <= BY_SIGNAL) void this.#awaitNext(nextPid);
    await this.#readToEnd();
    const output = this.#tail.text();
    if (told > BY_SIGNAL) this.close();
    return { outcome, output };
  }

  /** What the command wrote was written before its end was told, and is read in the same turn. */
  async #readToEnd(): Promise<void> {
    await setImmediate();
    for (const stream of this.#outputs) {
      while (stream.isPaused()) {
        await once(stream, "resume");
        await setImmediate();
      }
    }
  }

  /** The next number that is told and not asked for yet. */
  #number(): Told {
    if (this.#isGone) return Promise.resolve(undefined);
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #hear(text: string): void {
    this.#heard += text;
    for (;;) {
      const end = this.#heard.indexOf("\n");
      if (end < 0) return;
      const number = Number(this.#heard.slice(0, end));
      this.#heard = this.#heard.slice(end + 1);
      this.#waiting.shift()?.(number);
    }
  }

  #lose(): void {
    this.#isGone = true;
    this.close();
    for (const tell of this.#waiting.splice(0)) tell(undefined);
  }
}

/** As {@link SCRIPT} reads it. */
function message(...texts: readonly [variables: string, input: string]): string {
  const lengths = texts.map((text) => `${Buffer.byteLength(text)}`.padEnd(LENGTH_DIGITS));
  return [...lengths, ...texts].join("");
}

function toEnding(code: number | undefined): Ending {
  const signal = SIGNALS.get((code ?? 0) - BY_SIGNAL);
  return signal === undefined ? { code: code ?? null, signal: null } : { code: null, signal };
}
