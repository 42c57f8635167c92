/** Sends requests with undici, which is loaded with the first one. The only file that calls undici. */
import type { Agent, Dispatcher, EnvHttpProxyAgent } from "undici";
import type { SecureContext } from "node:tls";
import { RedirectError } from "../errors.ts";
import { type Answer, plainHeaders } from "./exchange.ts";
import type { ReadAnswer } from "./error-response.ts";
import type { IntrayOptions } from "../node-options.ts";
import type { Connection, PlainRequest } from "./platform.ts";
import { type ProxyChoice, chooseProxy, proxyName } from "./proxy.ts";

/** Below the 5 s of a Node server, which could otherwise close the connection while a request is sent. */
const KEEP_ALIVE_MS = 4_000;

export class UndiciConnection implements Connection {
  readonly #given: Dispatcher | undefined;
  readonly #proxy: ProxyChoice | undefined;
  readonly #ca: string | undefined;
  #own: Promise<Agent | EnvHttpProxyAgent> | undefined;

  /**
   * @param options A `dispatcher` is used instead of an own agent, and never closed.
   * @param variable Reads the environment.
   * @throws IntrayError of kind `usage` for an invalid proxy.
   */
  constructor(
    { dispatcher, proxy, ca }: Pick<IntrayOptions, "dispatcher" | "proxy" | "ca">,
    variable: (name: string) => string | undefined,
  ) {
    this.#given = dispatcher;
    this.#proxy = dispatcher === undefined ? chooseProxy(proxy, variable) : undefined;
    this.#ca = ca;
  }

  /** The proxy's address without user and password, for messages; `undefined` without a proxy. */
  get proxy(): string | undefined {
    return this.#proxy === undefined ? undefined : proxyName(this.#proxy.httpsProxy);
  }

  /** Resolves with the complete response. @throws RedirectError, an error of undici, or the signal's reason. */
  async exchange(url: string, one: PlainRequest): Promise<ReadAnswer> {
    const dispatcher = this.#given ?? (await this.#agent());
    const { origin, pathname, search } = new URL(url);
    const answer = await receiveWhole(
      dispatcher,
      { ...optionsOf(one), origin, path: pathname + search },
      one.signal,
      ({ status, headers }) => {
        if (isRedirect(status)) throw new RedirectError(status, plainHeaders(headers)["location"]);
      },
    );
    return { ...answer, headers: plainHeaders(answer.headers) };
  }

  /** Resolves with a response whose body is still to be read. @throws as {@link exchange} does. */
  async request(url: string, one: PlainRequest): Promise<Answer> {
    const undici = await import("undici");
    const answer = await undici.request(url, {
      ...optionsOf(one),
      dispatcher: this.#given ?? (await this.#agent()),
      signal: one.signal,
    });
    // Without a listener the error of an unread body would end the process. Readers still get it.
    answer.body.on("error", () => undefined);
    const headers = plainHeaders(answer.headers);
    if (isRedirect(answer.statusCode)) {
      answer.body.destroy();
      throw new RedirectError(answer.statusCode, headers["location"]);
    }
    return { status: answer.statusCode, headers, body: answer.body };
  }

  /** Waits for open requests, then closes the own agent. */
  async close(): Promise<void> {
    // An agent that could not be loaded has failed its calls already.
    const own = await this.#own?.catch(() => undefined);
    await own?.close();
  }

  #agent(): Promise<Agent | EnvHttpProxyAgent> {
    return (this.#own ??= openAgent(this.#proxy, this.#ca));
  }
}

/** Opens the agent of a client with these proxies, which trusts the authorities `ca` too, as PEM. */
export async function openAgent(
  proxy: ProxyChoice | undefined,
  ca: string | undefined,
): Promise<Agent | EnvHttpProxyAgent> {
  // Otherwise undici uses HTTP/2 if a proxy offers it, where broken streams behave differently.
  const options = { keepAliveTimeout: KEEP_ALIVE_MS, allowH2: false };
  const tls = ca === undefined ? undefined : { secureContext: await trusting(ca) };
  if (proxy === undefined)
    return new (await loadAgent())({ ...options, ...(tls && { connect: tls }) });
  // All of undici: a tunnel needs methods of its clients that only the main file adds.
  const undici = await import("undici");
  return new undici.EnvHttpProxyAgent({
    ...options,
    ...proxy,
    ...(tls && { connect: tls, requestTls: tls, proxyTls: tls }),
  });
}

/** Trusts these authorities too. One context for all connections: it takes 10 ms to make. */
async function trusting(ca: string): Promise<SecureContext> {
  const { createSecureContext, getCACertificates } = await import("node:tls");
  return createSecureContext({ ca: [...getCACertificates("default"), ca] });
}

/**
 * Loads only undici's agent: the rest (fetch, WebSocket, caches) takes 40 of 65 ms to load. Falls back to
 * the whole of undici for versions with the agent in another file.
 */
async function loadAgent(): Promise<typeof Agent> {
  try {
    return (await import("undici/lib/dispatcher/agent.js")).default;
  } catch {
    return (await import("undici")).Agent;
  }
}

const optionsOf = ({ method, headers, body, headersTimeoutMs, bodyTimeoutMs }: PlainRequest) => ({
  method,
  headers,
  body: body ?? null,
  headersTimeout: headersTimeoutMs,
  bodyTimeout: bodyTimeoutMs,
});

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Upper limit of the memory that is reserved because of `Content-Length` alone. */
const MAX_RESERVED_BYTES = 16 * 1_024 * 1_024;

interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** A buffer that shares no memory with others. */
  readonly bytes: Buffer;
}

/**
 * Sends the request and reads the answer as it arrives: a stream from undici would cost more time than a page of
 * records. Resolves once the answer has ended.
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

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason));

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
