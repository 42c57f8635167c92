/** The asking side of a thread: numbers the calls, bounds them, and pairs the replies. */
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { AppError } from "../errors.ts";
import { type Answer, fromSent, type SentCalls } from "./calls.ts";

export interface ThreadPort {
  call(name: string, args: unknown): Promise<unknown>;
  /** Ends the thread once every call made so far is answered. */
  close(): Promise<void>;
}

export interface ThreadPortOptions {
  /** Calls that may wait at once; one more is refused as `overloaded`. */
  readonly maxWaiting: number;
  /** The thread ended without being asked to: nothing it promised can be kept. */
  readonly onDeath: (error: Error) => void;
}

/** Resolves once the thread has said that it is ready; rejects with what it failed of. */
export async function openThreadPort(
  thread: Worker,
  { maxWaiting, onDeath }: ThreadPortOptions,
): Promise<ThreadPort> {
  await started(thread);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let outgoing: unknown[] = [];
  let nextId = 1;
  let isClosing = false;

  thread.on("message", (answer: Answer) => {
    if (answer.kind !== "replies") return;
    for (const reply of answer.replies) {
      const call = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ("error" in reply) call?.reject(fromSent(reply.error));
      else call?.resolve(reply.result);
    }
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

  // One message carries all calls of one turn of the event loop: a message costs more than a call.
  const send = () => {
    const calls: SentCalls = outgoing;
    outgoing = [];
    thread.postMessage(calls);
  };
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
      if (outgoing.length === 0) setImmediate(send);
      outgoing.push(nextId, name, args);
      nextId += 1;
      return call.promise;
    },
    async close() {
      isClosing = true;
      const gone = once(thread, "exit");
      if (outgoing.length > 0) send();
      thread.postMessage("close");
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
