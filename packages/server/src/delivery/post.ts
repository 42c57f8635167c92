/** Sends one POST through a dispatcher and reads the status and the beginning of the response body. */
import type { Dispatcher } from "undici";

export interface Post {
  readonly url: string;
  /** Names and values alternate. */
  readonly headers: string[];
  readonly body: Uint8Array;
}

export type PostedAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly retryAfter: string | undefined;
      /** The beginning of the body: at most {@link MAX_RESPONSE_BYTES} plus one chunk. */
      readonly chunks: readonly Uint8Array[];
    }
  | { readonly kind: "failed"; readonly error: unknown };

const MAX_RESPONSE_BYTES = 16 * 1_024;
/** A request this small fits the socket buffers of every system, so one write sends all of it. */
const MAX_KEEP_ALIVE_BYTES = 16 * 1_024;

/** Sends the request; `response` reports the outcome. */
export function sendPost(
  dispatcher: Dispatcher,
  { url, headers, body }: Post,
  response: ResponseReader,
): void {
  try {
    const { origin, path } = targetOf(url);
    dispatcher.dispatch(
      {
        origin,
        path,
        method: "POST",
        headers,
        // undici would send the whole ArrayBuffer behind a view that is not a Buffer.
        body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        // The deadline of the attempt covers both.
        headersTimeout: 0,
        bodyTimeout: 0,
        // A response may arrive before a large body is sent; the next request must not follow the rest of it.
        reset: body.byteLength > MAX_KEEP_ALIVE_BYTES,
      },
      response,
    );
  } catch (error) {
    response.fail(error);
  }
}

/**
 * Collects a response. undici's `request` creates a stream for it, which costs as much as the request.
 * The status decides the outcome: a response whose body ends early still counts as answered.
 */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #done: (posted: PostedAnswer) => void;
  readonly #chunks: Uint8Array[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #abortReason: Error | undefined;
  #isDone = false;
  #size = 0;
  #status: number | undefined;
  #retryAfter: string | undefined;

  /** @param done Called once. */
  constructor(done: (posted: PostedAnswer) => void) {
    this.#done = done;
  }

  /** Ends the request immediately, also while it is connecting, when undici ignores an abort. */
  abort(reason: Error): void {
    if (this.#isDone) return;
    this.#abortReason = reason;
    this.fail(reason);
    this.#controller?.abort(reason);
  }

  /** Reports a failure, or the status if one has already arrived. */
  fail(error: unknown): void {
    if (this.#status === undefined) this.#end({ kind: "failed", error });
    else this.#answered(this.#status);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#abortReason !== undefined) controller.abort(this.#abortReason);
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
    if (this.#size < MAX_RESPONSE_BYTES) return;
    const limitReached = new Error("The rest of the response is not read.");
    this.fail(limitReached);
    controller.abort(limitReached);
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

  #end(posted: PostedAnswer): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#done(posted);
  }
}

type Target = { readonly origin: string; readonly path: string };

const MAX_TARGETS = 1_000;
const targets = new Map<string, Target>();

/**
 * The origin and path of a URL, cached since webhooks have few distinct URLs.
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
