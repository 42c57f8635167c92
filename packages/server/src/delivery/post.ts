/** One POST by a dispatcher: its answer's status, and as much of the body as is wanted. */
import type { Dispatcher } from "undici";

export interface Post {
  readonly url: string;
  /** Name and value in turn. */
  readonly headers: string[];
  readonly body: Uint8Array;
}

export type Posted =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly retryAfter: string | undefined;
      /** What came of the body, {@link MAX_ANSWER_BYTES} and a chunk at most. */
      readonly chunks: readonly Uint8Array[];
    }
  | { readonly kind: "failed"; readonly error: unknown };

const MAX_ANSWER_BYTES = 16 * 1_024;
/** A request that fits the buffers of any system has left as soon as it was written. */
const MAX_KEPT_ALIVE_BYTES = 16 * 1_024;

/** Sends it; `answer` hears what comes of it. */
export function sendPost(
  dispatcher: Dispatcher,
  { url, headers, body }: Post,
  answer: Answer,
): void {
  try {
    const { origin, path } = targetOf(url);
    dispatcher.dispatch(
      {
        origin,
        path,
        method: "POST",
        headers,
        // A view that is no Buffer would be made one by its whole store.
        body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        // There is a deadline for all of it.
        headersTimeout: 0,
        bodyTimeout: 0,
        // An answer may come before so many bytes have left, and the next request behind them.
        reset: body.byteLength > MAX_KEPT_ALIVE_BYTES,
      },
      answer,
    );
  } catch (error) {
    answer.fail(error);
  }
}

/**
 * Gathers an answer. undici's own way makes a stream of it, which costs as much as the request. The
 * status has decided: an answer that breaks off behind it is an answer.
 */
export class Answer implements Dispatcher.DispatchHandler {
  readonly #done: (posted: Posted) => void;
  readonly #chunks: Uint8Array[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #brokenOff: Error | undefined;
  #isDone = false;
  #size = 0;
  #status: number | undefined;
  #retryAfter: string | undefined;

  /** @param done Called once. */
  constructor(done: (posted: Posted) => void) {
    this.#done = done;
  }

  /** Ends it at once, also while it connects, when undici does not heed it. */
  breakOff(reason: Error): void {
    if (this.#isDone) return;
    this.#brokenOff = reason;
    this.fail(reason);
    this.#controller?.abort(reason);
  }

  /** Once there is a status, that is what came of it. */
  fail(error: unknown): void {
    if (this.#status === undefined) this.#end({ kind: "failed", error });
    else this.#answered(this.#status);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#brokenOff !== undefined) controller.abort(this.#brokenOff);
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    const retryAfter = headers["retry-after"];
    if (typeof retryAfter === "string") this.#retryAfter = retryAfter;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#isDone) return;
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#size < MAX_ANSWER_BYTES) return;
    const enough = new Error("No more of the answer is wanted.");
    this.fail(enough);
    controller.abort(enough);
  }

  onResponseEnd(): void {
    if (this.#status !== undefined) this.#answered(this.#status);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  #answered(status: number): void {
    this.#end({ kind: "answered", status, retryAfter: this.#retryAfter, chunks: this.#chunks });
  }

  #end(posted: Posted): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#done(posted);
  }
}

interface Target {
  readonly origin: string;
  readonly path: string;
}

const MAX_TARGETS = 1_000;
const targets = new Map<string, Target>();

/**
 * The parts of an address; those of webhooks are few, and each is read once.
 *
 * @throws TypeError `ERR_INVALID_URL`.
 */
export function targetOf(url: string): Target {
  const known = targets.get(url);
  if (known !== undefined) return known;
  const { origin, pathname, search } = new URL(url);
  const target = { origin, path: pathname + search };
  if (targets.size >= MAX_TARGETS) targets.clear();
  targets.set(url, target);
  return target;
}
