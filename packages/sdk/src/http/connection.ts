/** Sends requests with undici, which is loaded with the first one. The only file that calls undici. */
import type { Agent, Dispatcher } from "undici";
import { RedirectError } from "../errors.ts";
import { type Answer, plainHeaders } from "./exchange.ts";
import type { ReadAnswer } from "./error-response.ts";
import { receiveWhole } from "./read-body.ts";

/** Below the 5 s of a Node server, which could otherwise close the connection while a request is sent. */
const KEEP_ALIVE_MS = 4_000;

export interface PlainRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
}

export class Connection {
  readonly #given: Dispatcher | undefined;
  #own: Promise<Agent> | undefined;

  /** @param given Used instead of an own agent, and never closed. */
  constructor(given: Dispatcher | undefined) {
    this.#given = given;
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
    const own = await this.#own;
    await own?.close();
  }

  #agent(): Promise<Agent> {
    // Otherwise undici uses HTTP/2 if a proxy offers it, where broken streams behave differently.
    this.#own ??= loadAgent().then(
      (OwnAgent) => new OwnAgent({ keepAliveTimeout: KEEP_ALIVE_MS, allowH2: false }),
    );
    return this.#own;
  }
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

function optionsOf({ method, headers, body, headersTimeoutMs, bodyTimeoutMs }: PlainRequest) {
  return {
    method,
    headers,
    body: body ?? null,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
  };
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}
