/** Exchanges with the one server: sends the key to it and to nobody else, follows no redirect. */
import type { Agent, Dispatcher } from "undici";
import { Address, type Path, pathText } from "./address.ts";
import { AbortedError, ConnectionError, IntrayError, RedirectError } from "./errors.ts";
import { failureOf } from "./failure.ts";
import { type CallOptions, checkOptions, type IntrayOptions, type QueryValue } from "./options.ts";
import { isTurnedAway, type ReadAnswer, refusal } from "./refusal.ts";
import { isRetriedStatus, mayRepeat, parseRetryAfter, retryDelayMs } from "./retry.ts";
import { Deadline, pause, systemRandom, systemTime } from "./system.ts";
import { VERSION } from "./version.ts";

export interface Exchange extends CallOptions {
  readonly method: string;
  readonly path: Path;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** An answer whose body is still to be read. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Dispatcher.ResponseData["body"];
}

/** What a try came to, so that the loop can judge it. */
type Try<Taken> =
  | { readonly kind: "answer"; readonly answer: Taken }
  | { readonly kind: "broken"; readonly error: IntrayError };

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;
/** Under the 5 s of a Node server, which would otherwise close while we send. */
const KEEP_ALIVE_MS = 4_000;

export class Transport {
  readonly #options: IntrayOptions;
  readonly #address: Address;
  #own: Promise<Agent> | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: IntrayOptions) {
    this.#address = new Address(options.baseUrl);
    if (!/^[\x21-\x7e]+$/.test(options.apiKey)) {
      throw new IntrayError(
        "usage",
        "The API key is empty, or holds a blank or a character that no key has.",
      );
    }
    checkOptions(options);
    this.#options = options;
  }

  /** The whole answer, after as many tries as are allowed. Hands back any status that is left. */
  send(exchange: Exchange): Promise<ReadAnswer> {
    return this.#repeat(exchange, readWhole);
  }

  /**
   * A 2xx as a stream, which the caller consumes or destroys; refusals are thrown. Tried again
   * until the body begins, and the deadline is for that; later only silence counts.
   */
  async stream(exchange: Exchange): Promise<Answer> {
    const take = async (one: Answer): Promise<Answer | ReadAnswer> =>
      one.status < 300 ? one : readWhole(one);
    const answer = await this.#repeat(exchange, take);
    if ("bytes" in answer) throw this.refusal(answer);
    return answer;
  }

  refusal(answer: ReadAnswer): IntrayError {
    return refusal(answer, this.#now());
  }

  /** Waits for the calls under way. May be called again. */
  close(): Promise<void> {
    this.#closed ??= this.#closeOwn();
    return this.#closed;
  }

  async #closeOwn(): Promise<void> {
    const own = await this.#own;
    await own?.close();
  }

  async #repeat<Taken extends Answer | ReadAnswer>(
    exchange: Exchange,
    take: (answer: Answer) => Promise<Taken>,
  ): Promise<Taken> {
    checkOptions(exchange);
    const timeoutMs = exchange.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const retries = exchange.maxRetries ?? this.#options.maxRetries ?? DEFAULT_RETRIES;
    const endsAt = this.#now() + timeoutMs;
    const prepared = { ...exchange, headers: this.#headers(exchange) };
    for (let retry = 0; ; retry++) {
      const outcome = await this.#try(prepared, endsAt - this.#now(), timeoutMs, take);
      const wait = this.#waitBefore(outcome, exchange, retry);
      const isLast = wait === undefined || retry >= retries || this.#now() + wait >= endsAt;
      if (isLast) return finished(outcome);
      const signal = exchange.signal ?? new AbortController().signal;
      await (this.#options.sleep ?? pause)(wait, signal);
      if (signal.aborted) throw new AbortedError();
    }
  }

  /** Milliseconds to wait, or `undefined` when another try would not help or not be safe. */
  #waitBefore(
    outcome: Try<Answer | ReadAnswer>,
    { method, idempotencyKey }: Exchange,
    retry: number,
  ): number | undefined {
    const hasOwnKey = idempotencyKey !== undefined;
    const random = this.#options.random ?? systemRandom;
    if (outcome.kind === "broken") {
      const { error } = outcome;
      const isPassing =
        error instanceof ConnectionError && mayRepeat(method, hasOwnKey, error.code);
      return isPassing ? retryDelayMs(retry, { random, retryAfterMs: undefined }) : undefined;
    }
    const { answer } = outcome;
    if (!("bytes" in answer) || !isRetriedStatus(answer.status)) return undefined;
    if (!mayRepeat(method, hasOwnKey) && !isTurnedAway(answer)) return undefined;
    const retryAfterMs = parseRetryAfter(answer.headers["retry-after"], this.#now());
    return retryDelayMs(retry, { random, retryAfterMs });
  }

  async #try<Taken>(
    exchange: Exchange,
    leftMs: number,
    timeoutMs: number,
    take: (answer: Answer) => Promise<Taken>,
  ): Promise<Try<Taken>> {
    const { method, path, signal } = exchange;
    const deadline = new Deadline(Math.max(1, leftMs));
    const both =
      signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
    try {
      return { kind: "answer", answer: await take(await this.#request(exchange, both, timeoutMs)) };
    } catch (cause) {
      const what = `${method} ${pathText(path)}`;
      const isLate = deadline.signal.aborted;
      const isAborted = signal?.aborted === true;
      return { kind: "broken", error: failureOf(cause, { what, timeoutMs, isLate, isAborted }) };
    } finally {
      deadline.disarm();
    }
  }

  async #request(exchange: Exchange, signal: AbortSignal, timeoutMs: number): Promise<Answer> {
    const { method, path, query, headers, body } = exchange;
    const url = this.#address.of(path, query);
    const { request } = await import("undici");
    const answer = await request(url, {
      method,
      dispatcher: await this.#dispatcher(),
      headers: headers ?? {},
      body: body ?? null,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal,
    });
    const plain = plainHeaders(answer.headers);
    if (answer.statusCode >= 300 && answer.statusCode < 400) {
      answer.body.on("error", () => undefined).destroy();
      throw new RedirectError(answer.statusCode, plain["location"]);
    }
    return { status: answer.statusCode, headers: plain, body: answer.body };
  }

  #headers({ method, headers, body, idempotencyKey }: Exchange): Record<string, string> {
    const { apiKey, userAgent, newIdempotencyKey } = this.#options;
    const product = `intray-sdk/${VERSION}`;
    const key = idempotencyKey ?? (newIdempotencyKey ?? (() => crypto.randomUUID()))();
    return {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(method === "POST" ? { "idempotency-key": key } : {}),
      // Written one way, or a name in another letter case would be sent beside ours.
      ...plainHeaders(headers ?? {}),
      authorization: `Bearer ${apiKey}`,
      "user-agent": userAgent === undefined ? product : `${userAgent} ${product}`,
    };
  }

  #dispatcher(): Dispatcher | Promise<Dispatcher> {
    if (this.#closed !== undefined) {
      throw new IntrayError("usage", "This client has been closed; make a new one.");
    }
    if (this.#options.dispatcher !== undefined) return this.#options.dispatcher;
    // undici would speak HTTP/2 wherever a proxy offers it, with other rules for broken streams.
    this.#own ??= import("undici").then(
      (undici) => new undici.Agent({ keepAliveTimeout: KEEP_ALIVE_MS, allowH2: false }),
    );
    return this.#own;
  }

  #now(): number {
    return (this.#options.clock ?? systemTime).now();
  }
}

async function readWhole({ status, headers, body }: Answer): Promise<ReadAnswer> {
  return { status, headers, bytes: Buffer.from(await body.arrayBuffer()) };
}

function finished<Taken>(outcome: Try<Taken>): Taken {
  if (outcome.kind === "broken") throw outcome.error;
  return outcome.answer;
}

function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      plain[name.toLowerCase()] = typeof value === "string" ? value : value.join(", ");
  }
  return plain;
}
