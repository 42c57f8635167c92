/** The body of a fetch Response, read as the SDK reads bodies. */
import type { ResponseBody } from "./exchange.ts";
import { Deadline } from "./system.ts";

/** The code of undici for the same, by which the SDK recognizes it. */
const SILENT = "UND_ERR_BODY_TIMEOUT";

export class FetchBody implements ResponseBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #silenceMs: number;
  readonly #onClose: (() => void)[] = [];
  #isClosed = false;

  /** @param silenceMs Milliseconds without a byte after which reading fails. */
  constructor(response: Response, silenceMs: number) {
    this.#reader = response.body?.getReader();
    this.#silenceMs = silenceMs;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        const chunk = await this.#read();
        if (chunk === undefined) return;
        yield chunk;
      }
    } catch (cause) {
      throw networkError(cause);
    } finally {
      this.destroy();
    }
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of this) chunks.push(new Uint8Array(chunk));
    return new Blob(chunks).arrayBuffer();
  }

  /** Ends the connection, unless the body has ended. */
  destroy(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    void this.#reader?.cancel().catch(() => undefined);
    for (const listener of this.#onClose) listener();
  }

  once(_event: "close", listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#onClose.push(listener);
  }

  async #read(): Promise<Uint8Array | undefined> {
    const { promise, reject } = Promise.withResolvers<never>();
    const deadline = new Deadline(this.#silenceMs);
    deadline.signal.addEventListener("abort", () =>
      reject(coded(`Nothing was received for ${this.#silenceMs} ms`, SILENT)),
    );
    try {
      return (await Promise.race([this.#reader?.read(), promise]))?.value;
    } finally {
      deadline.disarm();
    }
  }
}

/**
 * The error of a request that failed. fetch throws a TypeError for it, which the SDK would take for an error of the
 * program; the code of the system, if there is one, is in its cause.
 */
export function networkError(cause: unknown): Error {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const text = inner instanceof Error && inner.message !== "" ? inner.message : String(inner);
  const code = inner instanceof Error && "code" in inner ? inner.code : undefined;
  return coded(text, typeof code === "string" ? code : undefined, cause);
}

function coded(message: string, code: string | undefined, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), code === undefined ? {} : { code });
}
