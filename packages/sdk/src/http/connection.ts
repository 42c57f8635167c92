/** One request over undici, which is loaded with the first. The only file that knows undici. */
import type { Agent, Dispatcher } from "undici";
import { RedirectError } from "../errors.ts";
import { type Answer, plainHeaders } from "./exchange.ts";
import type { ReadAnswer } from "./refusal.ts";
import { receiveWhole } from "./read-body.ts";

/** Under the 5 s of a Node server, which would otherwise close while we send. */
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

  /** @param given Used in place of an agent of our own, and never closed. */
  constructor(given: Dispatcher | undefined) {
    this.#given = given;
  }

  /** The whole answer. @throws RedirectError; otherwise what undici throws, or the signal's reason. */
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

  /** An answer whose body is still to be read. @throws as {@link exchange} does. */
  async request(url: string, one: PlainRequest): Promise<Answer> {
    const undici = await import("undici");
    const answer = await undici.request(url, {
      ...optionsOf(one),
      dispatcher: this.#given ?? (await this.#agent()),
      signal: one.signal,
    });
    // Whoever reads the body meets its error there; a body that nobody reads must not end the process.
    answer.body.on("error", () => undefined);
    const headers = plainHeaders(answer.headers);
    if (isRedirect(answer.statusCode)) {
      answer.body.destroy();
      throw new RedirectError(answer.statusCode, headers["location"]);
    }
    return { status: answer.statusCode, headers, body: answer.body };
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    const own = await this.#own;
    await own?.close();
  }

  #agent(): Promise<Agent> {
    // undici would speak HTTP/2 wherever a proxy offers it, with other rules for broken streams.
    this.#own ??= loadAgent().then(
      (OwnAgent) => new OwnAgent({ keepAliveTimeout: KEEP_ALIVE_MS, allowH2: false }),
    );
    return this.#own;
  }
}

/**
 * Without the rest of undici (fetch, WebSocket, caches), which takes 40 of 65 ms to load. A version that
 * keeps its agent elsewhere is loaded as a whole.
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
