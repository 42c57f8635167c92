/**
 * A shell of our own that starts commands, one after the other. A process is copied to start another;
 * a shell of 4 MB is copied in a tenth of the time that node takes, which has 50 MB and more.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { HandlerProcess, HandlerResult, StartedHandler } from "@intray/sdk/queue";
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

/**
 * Reads what to start from 0: a line with the length of the input and the variables of this command,
 * and, once its process is on record, the input. Tells each process and each exit code on 1.
 * The command's output is 3 and 4.
 *
 * The copy of the shell that becomes the command waits for the input itself: when we die before that, it
 * ends without having been the command. `set -m` gives it a process group. Signals that a terminal or
 * systemd sends to all are for the run, which decides what becomes of its handlers.
 */
const SCRIPT = `
set -m
trap '' HUP INT TERM
while IFS=$'\\t' read -r -a _intray_line; do
  (
    trap - HUP INT TERM
    LC_ALL=C IFS= read -r -N "\${_intray_line[0]}" _intray_input || exit 200
    (( \${#_intray_line[@]} == 1 )) || export -- "\${_intray_line[@]:1}"
    exec -- "$@" <<<"\${_intray_input%$'\\n'}" >&3 2>&4 3>&- 4>&-
  ) &
  echo "$!"
  wait "$!"
  echo "$?"
done`;
/** A shell tells the end by a signal as 128 + its number. */
const BY_SIGNAL = 128;
const SIGNALS = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]),
);

export class LaunchShell {
  readonly #command: Command;
  readonly #options: LaunchShellOptions;
  readonly #process: ChildProcess;
  readonly #outputs: readonly Readable[];
  readonly #waiting: ((number: number | undefined) => void)[] = [];
  #heard = "";
  #tail = new OutputTail();
  #state: "free" | "busy" | "over" = "free";

  constructor(command: Command, options: LaunchShellOptions) {
    this.#command = command;
    this.#options = options;
    const script = `${restoreEnvironment(command.environment)}${SCRIPT}`;
    const words = [...PLAIN, "-c", script, "intray", command.command, ...command.args];
    this.#process = spawn(BASH, words, {
      detached: true,
      stdio: ["pipe", "pipe", "ignore", "pipe", "pipe"],
      env: command.environment,
    });
    const { stdin, stdout, stdio } = this.#process;
    this.#process.on("error", () => this.#lose());
    this.#process.once("exit", () => this.#lose());
    stdin?.on("error", () => undefined); // it has gone, and "exit" follows
    stdout?.on("data", (chunk: Buffer) => this.#hear(chunk.toString("latin1")));
    this.#outputs = stdio.slice(3).filter((stream) => stream instanceof Readable);
    for (const stream of this.#outputs) {
      stream.on("data", (chunk: Buffer) => {
        this.#tail.add(chunk);
        options.sink.write(chunk, stream);
      });
    }
  }

  get isFree(): boolean {
    return this.#state === "free";
  }

  /** It starts nothing any more. */
  get isOver(): boolean {
    return this.#state === "over";
  }

  /** Starts the command; `undefined` when the shell has died. It has to be free, and the input a line. */
  async launch({ environment, input }: Launch): Promise<StartedHandler | undefined> {
    this.#state = "busy";
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    this.#write(`${[Buffer.byteLength(input), ...variables].join("\t")}\n`);
    const pid = await this.#number();
    if (pid === undefined) return undefined;
    const code = this.#number();
    this.#tail = new OutputTail();
    const startedAt = processStart(pid);
    const process = startedAt === undefined ? undefined : { pid, startedAt };
    return {
      kind: "started",
      ...(process && { process }),
      finish: (killing) => {
        this.#write(input);
        return this.#finish({ pid, process, code }, killing);
      },
    };
  }

  /** It ends by itself; what its last command has left in the background may write on. */
  close(): void {
    this.#state = "over";
    this.#process.stdin?.end();
    for (const stream of this.#outputs) {
      if ("unref" in stream && typeof stream.unref === "function") stream.unref();
    }
  }

  async #finish(
    {
      pid,
      process,
      code,
    }: {
      readonly pid: number;
      readonly process: HandlerProcess | undefined;
      readonly code: Promise<number | undefined>;
    },
    killing: AbortSignal,
  ): Promise<HandlerResult> {
    const { timeoutMs, graceMs } = this.#command;
    const { pause } = this.#options;
    const ended = code.then(toEnding);
    const outcome = await awaitOutcome(pid, ended, killing, { timeoutMs, graceMs, pause });
    const told = await code;
    if (told === undefined) {
      // Nobody hears of its end any more, so it must not go on beside another try.
      if (process !== undefined) await endLeftoverGroup(process, { graceMs, pause });
      return { outcome: { kind: "interrupted" }, output: "" };
    }
    await this.#readToEnd();
    const output = this.#tail.text();
    // Whatever was killed may have left its input to be read, and that is no line of ours.
    if (told > BY_SIGNAL) this.close();
    else if (this.#state === "busy") this.#state = "free";
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

  #number(): Promise<number | undefined> {
    if (this.#state === "over") return Promise.resolve(undefined);
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

  #write(text: string): void {
    this.#process.stdin?.write(text);
  }

  #lose(): void {
    this.close();
    for (const tell of this.#waiting.splice(0)) tell(undefined);
  }
}

function toEnding(code: number | undefined): Ending {
  const signal = SIGNALS.get((code ?? 0) - BY_SIGNAL);
  return signal === undefined ? { code: code ?? null, signal: null } : { code: null, signal };
}
