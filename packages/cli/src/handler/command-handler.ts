/** A queue handler that runs a command: one process group per attempt, with the submissions on its stdin. */
import type { Readable, Writable } from "node:stream";
import {
  deliveryLine,
  type HandlerResult,
  type QueueHandler,
  type QueueDelivery,
} from "@intray/sdk/queue";
import { OutputSink, launch } from "./launch.ts";
import type { Pause } from "../clock.ts";
import { endLeftoverGroup } from "./process-group.ts";

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
  /** Receives the command's output. */
  readonly stderr: Writable;
}

/** Runs the command once per submission or batch, without a shell: arguments are passed unchanged. */
export function makeCommandHandler(options: CommandHandlerOptions): QueueHandler {
  const { pause, stderr, graceMs = GRACE_MS } = options;
  const command = { ...options, graceMs };
  const sink = new OutputSink(stderr);
  const onStderr = (chunk: Buffer, from: Readable) => sink.write(chunk, from);
  return {
    start: (delivery, submission) =>
      launch(
        command,
        {
          environment: deliveryEnvironment(delivery),
          input: deliveryLine(delivery, submission),
          onStdout: onStderr,
          onStderr,
        },
        pause,
      ),
    async startBatch(works) {
      const done = new DoneIds(works.map(({ delivery }) => delivery.submissionId));
      const started = await launch(
        command,
        {
          environment: batchEnvironment(works.length),
          input: works
            .map(({ delivery, submission }) => deliveryLine(delivery, submission))
            .join(""),
          onStdout: (chunk, from) => sink.write(done.read(chunk), from),
          onStderr,
        },
        pause,
      );
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
    endLeftover: (leader) => endLeftoverGroup(leader, { graceMs, pause }),
  };
}

/** Variables that contain the key or its location. */
const KEY_VARIABLE = /^INTRAY_API_KEY/;

/** Credentials for a handler that calls the API itself. */
interface Credentials {
  readonly apiKey: string;
  readonly baseUrl: string;
}

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

/** Returns the variables of a batch. Its deliveries are only in its input lines. */
function batchEnvironment(size: number): NodeJS.ProcessEnv {
  return { INTRAY_BATCH: String(size) };
}

/** Returns the variables of one delivery. Never a field value, because `ps e` shows environments. */
function deliveryEnvironment(delivery: QueueDelivery): NodeJS.ProcessEnv {
  return {
    INTRAY_SUBMISSION_ID: String(delivery.submissionId),
    INTRAY_FORM_ID: String(delivery.formId),
    INTRAY_ATTEMPT: String(delivery.attempt),
    INTRAY_REDELIVERED: delivery.redelivered ? "1" : "0",
    INTRAY_IDEMPOTENCY_KEY: delivery.id,
  };
}

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
