/** One request over undici, which is loaded with the first. The only file that knows undici. */
import type { Agent, Dispatcher } from "undici";
import { RedirectError } from "./errors.ts";
import { type Answer, plainHeaders } from "./exchange.ts";

/** Under the 5 s of a Node server, which would otherwise close while we send. */
const KEEP_ALIVE_MS = 4_000;

interface PlainRequest {
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

  /** @throws RedirectError; otherwise what undici throws. */
  async request(url: string, one: PlainRequest): Promise<Answer> {
    const undici = await import("undici");
    const answer = await undici.request(url, {
      method: one.method,
      dispatcher: this.#given ?? (await this.#agent()),
      headers: one.headers,
      body: one.body ?? null,
      headersTimeout: one.headersTimeoutMs,
      bodyTimeout: one.bodyTimeoutMs,
      signal: one.signal,
    });
    // Whoever reads the body meets its error there; a body that nobody reads must not end the process.
    answer.body.on("error", () => undefined);
    const headers = plainHeaders(answer.headers);
    if (answer.statusCode >= 300 && answer.statusCode < 400) {
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
    this.#own ??= import("undici").then(
      ({ Agent }) => new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, allowH2: false }),
    );
    return this.#own;
  }
}
