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
    return receiveWhole(this.#given ?? (await this.#agent()), url, one);
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

/**
 * Sends the request and reads the answer as it arrives: a stream from undici would cost more time than a page of
 * records. Resolves once the answer has ended.
 *
 * @throws RedirectError, an error of undici, or the signal's reason.
 */
function receiveWhole(dispatcher: Dispatcher, url: string, one: PlainRequest): Promise<ReadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>();
  const { origin, pathname, search } = new URL(url);
  const { signal } = one;
  const chunks: Buffer[] = [];
  let request: Dispatcher.DispatchController | undefined;
  let head: Omit<ReadAnswer, "bytes"> | undefined;
  const fail = (error: Error) => {
    // There is no request to abort while the connection is being opened.
    request?.abort(error);
    reject(error);
  };
  const abort = () => fail(reasonOf(signal));
  const end = () => signal.removeEventListener("abort", abort);
  if (signal.aborted) return Promise.reject(reasonOf(signal));
  signal.addEventListener("abort", abort, { once: true });
  dispatcher.dispatch(
    { ...optionsOf(one), origin, path: pathname + search },
    {
      onRequestStart(controller) {
        request = controller;
        if (signal.aborted) controller.abort(reasonOf(signal));
      },
      onResponseStart(_, status, given) {
        if (status < 200) return;
        const headers = plainHeaders(given);
        head = { status, headers };
        if (isRedirect(status)) fail(new RedirectError(status, headers["location"]));
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd() {
        end();
        if (head !== undefined) resolve({ ...head, bytes: join(chunks) });
      },
      onResponseError(_, error) {
        end();
        reject(error);
      },
    },
  );
  return promise;
}

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason));

/** Returns a buffer that shares no memory with others, which that of `Buffer.concat` may. */
function join(chunks: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(bytes, at);
  return bytes;
}
