/**
 * A small process of our own that starts commands for a long run. A process is copied to start
 * another: with the megabytes of a run that has spoken HTTP and parsed pages, that takes 3 to 5 ms
 * in which nothing else is done; from one that has done nothing yet, 1 ms, and not of ours.
 */
import { type ChildProcess, fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  HandlerProcess,
  HandlerResult,
  StartedHandler,
  UnstartedHandler,
} from "@intray/sdk/queue";
import type { Command, Launch } from "./launch.ts";
import type { FromHelper, ToHelper } from "./launch-messages.ts";
import type { Pause } from "./pause.ts";
import { endLeftoverGroup } from "./process-group.ts";

/** It collects little, and what it has is copied with each start. */
const SMALL = ["--max-semi-space-size=1", "--single-threaded"];
const program = (extension: string) =>
  fileURLToPath(new URL(`./launch-helper-process${extension}`, import.meta.url));

interface Waiting {
  /** `undefined`: the helper died before it said so. */
  readonly started: PromiseWithResolvers<
    Extract<FromHelper, { kind: "started" | "could-not-start" }> | undefined
  >;
  readonly finished: PromiseWithResolvers<HandlerResult | undefined>;
}

export class LaunchHelper {
  readonly #command: Command;
  readonly #pause: Pause;
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #state: "starting" | "ready" | "gone" = "starting";
  #last = 0;

  constructor(command: Command, pause: Pause) {
    this.#command = command;
    this.#pause = pause;
    this.#process = fork(program(extname(import.meta.url)), {
      // As of a handler: no key is in it.
      env: command.environment,
      execArgv: SMALL,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#process.on("message", (message: FromHelper) => this.#hear(message));
    this.#process.on("error", () => this.#lose());
    this.#process.on("disconnect", () => this.#lose());
    const { args, environment, timeoutMs, graceMs } = command;
    this.#tell({ kind: "setUp", command: command.command, args, environment, timeoutMs, graceMs });
  }

  /** `undefined` while it is not ready, and when it has died: then start the command yourself. */
  async launch(work: Launch): Promise<StartedHandler | UnstartedHandler | undefined> {
    if (this.#state !== "ready") return undefined;
    const id = (this.#last += 1);
    const waiting: Waiting = {
      started: Promise.withResolvers(),
      finished: Promise.withResolvers(),
    };
    this.#waiting.set(id, waiting);
    this.#tell({ kind: "launch", id, ...work });
    const answer = await waiting.started.promise;
    if (answer?.kind !== "started") this.#waiting.delete(id);
    if (answer === undefined) return undefined;
    if (answer.kind !== "started") return { kind: answer.kind, reason: answer.reason };
    const { process } = answer;
    return {
      kind: "started",
      ...(process && { process }),
      finish: (killing) => this.#finish(id, waiting, process, killing),
    };
  }

  /** It ends by itself. */
  close(): void {
    if (this.#process.connected) this.#process.disconnect();
  }

  async #finish(
    id: number,
    { finished }: Waiting,
    process: HandlerProcess | undefined,
    killing: AbortSignal,
  ): Promise<HandlerResult> {
    const kill = () => this.#tell({ kind: "kill", id });
    this.#tell({ kind: "finish", id });
    if (killing.aborted) kill();
    killing.addEventListener("abort", kill);
    const result = await finished.promise;
    killing.removeEventListener("abort", kill);
    this.#waiting.delete(id);
    if (result !== undefined) return result;
    // Nobody hears of its end any more, so it must not go on beside another try.
    const { graceMs } = this.#command;
    if (process !== undefined) await endLeftoverGroup(process, { graceMs, pause: this.#pause });
    return { outcome: { kind: "interrupted" }, output: "" };
  }

  #hear(message: FromHelper): void {
    switch (message.kind) {
      case "ready":
        this.#state = "ready";
        return;
      case "started":
      case "could-not-start":
        this.#waiting.get(message.id)?.started.resolve(message);
        return;
      case "finished": {
        const { outcome, output } = message;
        this.#waiting.get(message.id)?.finished.resolve({ outcome, output });
      }
    }
  }

  #lose(): void {
    this.#state = "gone";
    for (const { started, finished } of this.#waiting.values()) {
      started.resolve(undefined);
      finished.resolve(undefined);
    }
  }

  #tell(message: ToHelper): void {
    // What does not reach it is lost with it, and `disconnect` follows.
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }
}
