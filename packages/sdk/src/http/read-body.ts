/** Reads an answer to its end as it arrives. A stream of it, which undici would make, costs more than a page. */
import type { Dispatcher } from "undici";

/** What a `Content-Length` is believed before its bytes are there. */
const MAX_RESERVED_BYTES = 16 * 1_024 * 1_024;

export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** A buffer of its own. */
  readonly bytes: Buffer;
}

/**
 * Sends the request and resolves once the answer has ended.
 *
 * @param refuse Looks at the head of the answer; what it throws ends the request.
 * @throws what undici throws, or the signal's reason.
 */
export function receiveWhole(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  refuse: (head: Omit<WholeAnswer, "bytes">) => void,
): Promise<WholeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeAnswer>();
  let under: Dispatcher.DispatchController | undefined;
  let head: Omit<WholeAnswer, "bytes"> | undefined;
  let body = new Body(undefined);
  const abort = () => {
    // while the connection is still being made there is nothing to break off
    under?.abort(reasonOf(signal));
    reject(reasonOf(signal));
  };
  const end = () => signal.removeEventListener("abort", abort);
  if (signal.aborted) return Promise.reject(reasonOf(signal));
  signal.addEventListener("abort", abort, { once: true });
  dispatcher.dispatch(options, {
    onRequestStart(controller) {
      under = controller;
      if (signal.aborted) controller.abort(reasonOf(signal));
    },
    onResponseStart(controller, status, headers) {
      if (status < 200) return;
      head = { status, headers };
      body = new Body(headers["content-length"]);
      try {
        refuse(head);
      } catch (error) {
        reject(error);
        controller.abort(error instanceof Error ? error : new Error(String(error)));
      }
    },
    onResponseData: (_, chunk) => body.take(chunk),
    onResponseEnd() {
      end();
      if (head !== undefined) resolve({ ...head, bytes: body.bytes() });
    },
    onResponseError(_, error) {
      end();
      reject(error);
    },
  });
  return promise;
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason));
}

/** Bytes as they come, put where they belong at once if it is known how many there will be. */
class Body {
  readonly #whole: Buffer | undefined;
  readonly #chunks: Buffer[] = [];
  #length = 0;

  constructor(contentLength: string | string[] | undefined) {
    const length = Number(contentLength);
    if (length <= MAX_RESERVED_BYTES) this.#whole = Buffer.allocUnsafeSlow(length);
  }

  take(chunk: Buffer): void {
    if (this.#whole === undefined) this.#chunks.push(chunk);
    else chunk.copy(this.#whole, this.#length);
    this.#length += chunk.length;
  }

  bytes(): Buffer {
    if (this.#whole !== undefined) return this.#whole.subarray(0, this.#length);
    const bytes = Buffer.allocUnsafeSlow(this.#length);
    let at = 0;
    for (const chunk of this.#chunks) at += chunk.copy(bytes, at);
    return bytes;
  }
}
