/** The asking side of a thread: numbers the calls, bounds them, and pairs the replies. */
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { AppError } from "../../domain/errors.ts";
import {
  type Answer,
  CALL_LENGTH,
  CLOSE,
  fromSent,
  REPLY_LENGTH,
  replyAt,
  RELEASE_MEMORY,
  type SentCalls,
} from "../engine/calls.ts";

export interface ThreadPort {
  call(name: string, args: unknown): Promise<unknown>;
  /** Has the thread give back memory, if it has nothing to do. */
  releaseMemory(): void;
  /** Ends the thread once every call made so far is answered. */
  close(): Promise<void>;
}

export interface ThreadPortOptions {
  /** Calls that may wait at once; one more is refused as `overloaded`. */
  readonly maxWaiting: number;
  /** The thread ended without being asked to: nothing it promised can be kept. */
  readonly onDeath: (error: Error) => void;
  /** Called for each transaction of the thread. */
  readonly onCommit?: ((writes: number, ms: number) => void) | undefined;
}

/** So many calls are not held back any longer, however busy the thread is. */
const MAX_HELD = 12;

/** Resolves once the thread has said that it is ready; rejects with what it failed of. */
export async function openThreadPort(
  thread: Worker,
  { maxWaiting, onDeath, onCommit }: ThreadPortOptions,
): Promise<ThreadPort> {
  await started(thread);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  /** Calls that the thread has and did not answer. */
  let underWay = 0;
  let outgoing: unknown[] = [];
  let nextId = 1;
  let isClosing = false;

  const send = () => {
    if (outgoing.length === 0) return;
    const calls: SentCalls = outgoing;
    outgoing = [];
    underWay += calls.length / CALL_LENGTH;
    thread.postMessage(calls);
  };
  // One message carries all calls of a turn of the event loop, or of as long as the thread is busy:
  // a message costs more than a call, and waking the thread more than both.
  const sendSoon = () => {
    if (underWay === 0) send();
  };

  thread.on("message", (answer: Answer) => {
    if (answer.kind !== "replies") return;
    const { replies } = answer;
    underWay -= replies.length / REPLY_LENGTH;
    // Before the replies are acted on, which takes longer: the thread goes on meanwhile.
    send();
    for (let at = 0; at < replies.length; at += REPLY_LENGTH) {
      const reply = replyAt(replies, at);
      const call = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ("error" in reply) call?.reject(fromSent(reply.error));
      else call?.resolve(reply.result);
    }
    if (answer.commit_ms !== undefined) onCommit?.(replies.length / REPLY_LENGTH, answer.commit_ms);
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
    call(name, args) {
      if (isClosing) {
        return Promise.reject(
          new AppError("draining", "The server is stopping; send this again in a moment.", {
            headers: { "Retry-After": "5" },
          }),
        );
      }
      if (waiting.size >= maxWaiting) {
        return Promise.reject(
          new AppError(
            "overloaded",
            "Too many requests are waiting; send this again in a moment.",
            {
              headers: { "Retry-After": "1" },
            },
          ),
        );
      }
      const call = Promise.withResolvers<unknown>();
      waiting.set(nextId, call);
      if (outgoing.length === 0) setImmediate(sendSoon);
      outgoing.push(nextId, name, args);
      if (outgoing.length === MAX_HELD * CALL_LENGTH) send();
      nextId += 1;
      return call.promise;
    },
    releaseMemory() {
      if (!isClosing) thread.postMessage(RELEASE_MEMORY);
    },
    async close() {
      isClosing = true;
      const gone = once(thread, "exit");
      send();
      thread.postMessage(CLOSE);
      await gone;
    },
  };
}

async function started(thread: Worker): Promise<void> {
  const answer = await new Promise<Answer>((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
  });
  if (answer.kind === "failed") throw fromSent(answer.error);
}
