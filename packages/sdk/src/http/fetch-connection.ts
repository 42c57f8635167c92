/** Sends requests with fetch, on every platform that has it. */
import { RedirectError } from "../errors.ts";
import type { Fetch } from "../options.ts";
import type { Answer, ResponseBody } from "./exchange.ts";
import type { ReadAnswer } from "./error-response.ts";
import type { Connection, PlainRequest } from "./platform.ts";
import { Deadline } from "./system.ts";

/** Connections belong to the platform: there is nothing to close. */
export class FetchConnection implements Connection {
  readonly proxy = undefined;
  readonly #fetch: Fetch;

  constructor(send: Fetch) {
    this.#fetch = send;
  }

  async exchange(url: string, one: PlainRequest): Promise<ReadAnswer> {
    const response = await this.#send(url, one);
    try {
      return { ...headOf(response), bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch (cause) {
      throw networkError(cause);
    }
  }

  async request(url: string, one: PlainRequest): Promise<Answer> {
    const response = await this.#send(url, one);
    return { ...headOf(response), body: new FetchBody(response, one.bodyTimeoutMs) };
  }

  async close(): Promise<void> {}

  async #send(url: string, one: PlainRequest): Promise<Response> {
    const { method, headers, signal } = one;
    const body =
      one.body === undefined ? {} : { body: one.body as NonNullable<RequestInit["body"]> };
    let response: Response;
    try {
      response = await this.#fetch(url, { method, headers, signal, redirect: "manual", ...body });
    } catch (cause) {
      throw networkError(cause);
    }
    const { status, type } = response;
    // Browsers hide the status and the address of a redirect.
    if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
      void response.body?.cancel().catch(() => undefined);
      throw new RedirectError(status, response.headers.get("location") ?? undefined);
    }
    return response;
  }
}

function headOf({ status, headers }: Response) {
  return { status, headers: Object.fromEntries(headers.entries()) };
}

/** The code of undici for the same, by which the SDK recognizes it. */
const SILENT = "UND_ERR_BODY_TIMEOUT";

class FetchBody implements ResponseBody {
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
function networkError(cause: unknown): Error {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const text = inner instanceof Error && inner.message !== "" ? inner.message : String(inner);
  const code = inner instanceof Error && "code" in inner ? inner.code : undefined;
  return coded(text, typeof code === "string" ? code : undefined, cause);
}

const coded = (message: string, code: string | undefined, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), code === undefined ? {} : { code });
