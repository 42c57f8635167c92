/** The HTTP thread's side of a store thread: numbers the calls, bounds them, and matches the replies. */
import { on, once } from "node:events";
import type { Worker } from "node:worker_threads";
import { AppError } from "../../domain/errors.ts";
import {
  type ThreadAnswer,
  CALL_LENGTH,
  CLOSE,
  decodeError,
  REPLY_LENGTH,
  replyAt,
  TIDY_UP,
  type EncodedCalls,
} from "../engine/calls.ts";
import type { MigrationLog } from "../postgres/online-migration.ts";

export interface ThreadPortOptions {
  /** The most calls that may wait; one more is rejected with `overloaded`. */
  readonly maxWaiting: number;
  /** Called if the thread dies: durability can no longer be guaranteed. */
  readonly onDeath: (error: Error) => void;
  readonly onCommit?: ((writes: number, ms: number) => void) | undefined;
  /** Receives what the thread logs while it starts. */
  readonly log: MigrationLog;
}

export type ThreadPort = Awaited<ReturnType<typeof openThreadPort>>;

export const stopping = () =>
  new AppError("draining", "The server is stopping; send this again in a moment.", {
    headers: { "Retry-After": "5" },
  });

/** This many waiting calls are sent even while the thread is busy. */
const MAX_UNSENT = 12;

/** Resolves when the thread is ready; rejects with the error if it could not start. */
export async function openThreadPort(
  thread: Worker,
  { maxWaiting, onDeath, onCommit, log }: ThreadPortOptions,
) {
  await start(thread, log);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let inFlight = 0;
  let outgoing: unknown[] = [];
  let nextId = 1;
  let isClosing = false;

  const send = () => {
    if (outgoing.length === 0) return;
    const calls: EncodedCalls = outgoing;
    outgoing = [];
    inFlight += calls.length / CALL_LENGTH;
    thread.postMessage(calls);
  };
  // One message carries all calls of an event-loop turn, or of the time that the thread is busy: a
  // message costs more than a call, and waking the thread costs more than both.
  const sendSoon = () => {
    if (inFlight === 0) send();
  };

  thread.on("message", (answer: ThreadAnswer) => {
    if (answer.kind !== "replies") return;
    const { replies } = answer;
    inFlight -= replies.length / REPLY_LENGTH;
    // Before the replies are handled, so that the thread works meanwhile.
    send();
    for (let at = 0; at < replies.length; at += REPLY_LENGTH) {
      const reply = replyAt(replies, at);
      const call = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ("error" in reply) call?.reject(decodeError(reply.error));
      else call?.resolve(reply.result);
    }
    if (answer.commitMs !== undefined) onCommit?.(replies.length / REPLY_LENGTH, answer.commitMs);
  });
  const die = (error: Error) => {
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
    if (!isClosing) onDeath(error);
  };
  thread.on("error", die);
  thread.on("exit", (code) => {
    if (!isClosing || waiting.size > 0) die(new Error(`A store thread ended with code ${code}.`));
  });

  return {
    call(name: string, args: unknown) {
      if (isClosing) {
        return Promise.reject(stopping());
      }
      if (waiting.size >= maxWaiting) {
        return Promise.reject(
          new AppError(
            "overloaded",
            "Too many requests are waiting; send this again in a moment.",
            { headers: { "Retry-After": "1" } },
          ),
        );
      }
      const call = Promise.withResolvers<unknown>();
      waiting.set(nextId, call);
      if (outgoing.length === 0) setImmediate(sendSoon);
      outgoing.push(nextId, name, args);
      if (outgoing.length === MAX_UNSENT * CALL_LENGTH) send();
      nextId += 1;
      return call.promise;
    },
    /** Makes the thread release memory, and the writer disk as well, if it is idle. */
    tidyUp() {
      if (!isClosing) thread.postMessage(TIDY_UP);
    },
    /** Ends the thread after every call made so far has been answered. */
    async close() {
      isClosing = true;
      const exited = once(thread, "exit");
      send();
      thread.postMessage(CLOSE);
      await exited;
    },
  };
}

async function start(thread: Worker, log: MigrationLog): Promise<void> {
  // The errors of a thread reject too.
  for await (const [answer] of on(thread, "message") as AsyncIterable<[ThreadAnswer]>) {
    if (answer.kind === "failed") throw decodeError(answer.error);
    if (answer.kind !== "log") return;
    log[answer.level](answer.details, answer.message);
  }
}
