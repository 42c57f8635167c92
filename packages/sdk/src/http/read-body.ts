/** Reads a response to its end as it arrives. A stream from undici would cost more time than a page of records. */
import type { Dispatcher } from "undici";

/** Upper limit of the memory that is reserved because of `Content-Length` alone. */
const MAX_RESERVED_BYTES = 16 * 1_024 * 1_024;

export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** A buffer that shares no memory with others. */
  readonly bytes: Buffer;
}

/**
 * Sends the request and resolves once the answer has ended.
 *
 * @param checkHead Called with the head of the response. An error that it throws ends the request.
 * @throws an error of undici, or the signal's reason.
 */
export function receiveWhole(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  checkHead: (head: Omit<WholeAnswer, "bytes">) => void,
): Promise<WholeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeAnswer>();
  let request: Dispatcher.DispatchController | undefined;
  let head: Omit<WholeAnswer, "bytes"> | undefined;
  let body = new Body(undefined);
  const abort = () => {
    // there is no request to abort while the connection is being opened
    request?.abort(reasonOf(signal));
    reject(reasonOf(signal));
  };
  const end = () => signal.removeEventListener("abort", abort);
  if (signal.aborted) return Promise.reject(reasonOf(signal));
  signal.addEventListener("abort", abort, { once: true });
  dispatcher.dispatch(options, {
    onRequestStart(controller) {
      request = controller;
      if (signal.aborted) controller.abort(reasonOf(signal));
    },
    onResponseStart(controller, status, headers) {
      if (status < 200) return;
      head = { status, headers };
      body = new Body(headers["content-length"]);
      try {
        checkHead(head);
      } catch (error) {
        reject(error);
        controller.abort(error instanceof Error ? error : new Error(String(error)));
      }
    },
    onResponseData: (_, chunk) => body.append(chunk),
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

/** Collects the bytes of a body, directly in the final buffer if the length is known. */
class Body {
  readonly #whole: Buffer | undefined;
  readonly #chunks: Buffer[] = [];
  #length = 0;

  constructor(contentLength: string | string[] | undefined) {
    const length = Number(contentLength);
    if (length <= MAX_RESERVED_BYTES) this.#whole = Buffer.allocUnsafeSlow(length);
  }

  append(chunk: Buffer): void {
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
