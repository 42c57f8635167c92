/** Sends requests to the client's server with retries and deadlines. Sends the key nowhere else. */
import { Address, pathText } from "./address.ts";
import { AbortedError, IntrayError } from "../errors.ts";
import type { Answer, Exchange, AttemptResult } from "./exchange.ts";
import { answerOrThrow, plainHeaders, readWhole } from "./exchange.ts";
import { attemptErrorOf } from "./attempt-error.ts";
import { IdempotencySupport } from "./idempotency.ts";
import { checkOptions, type ClientOptions, type Attempt } from "../options.ts";
import { type ReadAnswer, apiErrorOf } from "./error-response.ts";
import { logAttempts } from "./log.ts";
import { type RetryPlan, planRetry } from "./retry.ts";
import { Deadline, pause, systemRandom, systemTime } from "./system.ts";
import type { Connection, PlainRequest, Platform } from "./platform.ts";

/** The limits of one call, from the options of the client and the call. */
interface Budget {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly retries: number;
  readonly endsAt: number;
}

type Send<Received> = (connection: Connection, url: string, one: PlainRequest) => Promise<Received>;

const sendWhole: Send<ReadAnswer> = (connection, url, one) => connection.exchange(url, one);

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;

export class Transport {
  readonly validator: Platform["validator"];
  readonly isUtf8: Platform["isUtf8"];
  readonly #userAgent: string;
  readonly #options: ClientOptions;
  readonly #onAttempt: (attempt: Attempt) => void;
  readonly #address: Address;
  readonly #connection: Connection;
  readonly #openCalls = new OpenCalls();
  readonly #closing = new AbortController();
  readonly #keys = new IdempotencySupport();
  #closed: Promise<void> | undefined;

  constructor(options: ClientOptions, platform: Platform) {
    this.#address = new Address(options.baseUrl);
    if (!/^[\x21-\x7e]+$/.test(options.apiKey)) {
      throw new IntrayError(
        "usage",
        "The API key is empty, or contains a space or another character that keys do not have.",
      );
    }
    checkOptions(options);
    this.#options = options;
    this.#onAttempt = logAttempts(options);
    this.#connection = platform.connect(options);
    this.validator = platform.validator;
    this.isUtf8 = platform.isUtf8;
    this.#userAgent = [options.userAgent, platform.userAgent].filter(Boolean).join(" ");
  }

  /** Fires when the client is closed and starts nothing any more. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Resolves with the complete response after the allowed retries, whatever its status is. */
  send(exchange: Exchange): Promise<ReadAnswer> {
    return this.#openCalls.add(this.#repeat(exchange, sendWhole));
  }

  /**
   * Resolves with a 2xx as a stream, which the caller must consume or destroy; throws error responses.
   * Retries and the deadline apply until the body starts; after that only `silenceMs` applies.
   */
  stream(exchange: Exchange): Promise<Answer> {
    return this.#openCalls.add(this.#stream(exchange));
  }

  apiError(answer: ReadAnswer): IntrayError {
    return apiErrorOf(answer, this.now());
  }

  /** Waits with the client's `sleep`. Ends early when the signal fires. Never rejects. */
  pause(ms: number, signal: AbortSignal): Promise<void> {
    return (this.#options.sleep ?? pause)(ms, signal);
  }

  random(): number {
    return (this.#options.random ?? systemRandom)();
  }

  now(): number {
    return (this.#options.clock ?? systemTime).now();
  }

  /** Starts nothing any more, ends pending retries, and waits for open calls. */
  close(): Promise<void> {
    this.#closing.abort();
    this.#closed ??= this.#openCalls.allFinished().then(() => this.#connection.close());
    return this.#closed;
  }

  /** Like {@link close}, but aborts open calls. */
  destroy(): Promise<void> {
    const closed = this.close();
    this.#openCalls.abortAll();
    return closed;
  }

  async #stream(exchange: Exchange): Promise<Answer> {
    const answer = await this.#repeat(exchange, async (connection, url, one) => {
      const response = await connection.request(url, one);
      return response.status < 300 ? response : readWhole(response);
    });
    if ("bytes" in answer) throw this.apiError(answer);
    return answer;
  }

  async #repeat<Received extends Answer | ReadAnswer>(
    exchange: Exchange,
    send: Send<Received>,
  ): Promise<Received> {
    if (this.#closing.signal.aborted) {
      throw new IntrayError("usage", "This client has been closed. Create a new one.");
    }
    const budget = this.#budgetOf(exchange);
    const prepared = { ...exchange, headers: this.#headers(exchange) };
    const attempt = (retry: number) => this.#attempt(prepared, budget, send, retry);
    let outcome = await attempt(0);
    for (let retry = 0; retry < budget.retries; retry++) {
      const plan = this.#planRetry(outcome, exchange, retry);
      if (plan === undefined || this.now() + plan.waitMs >= budget.endsAt) break;
      const isSafe = plan.isSafe || (await this.#supportsKey(exchange, budget));
      if (isSafe === false) break;
      const elapsedMs = this.now() - budget.endsAt + budget.timeoutMs;
      const isOpen = await this.#waitFor({ ...plan, elapsedMs }, outcome, exchange, retry);
      if (!isOpen) break;
      // With `undefined` the support is unknown: the next round asks for it again.
      if (isSafe === true) outcome = await attempt(retry + 1);
    }
    return answerOrThrow(outcome);
  }

  #budgetOf(exchange: Exchange): Budget {
    checkOptions(exchange);
    const timeoutMs = exchange.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    return {
      timeoutMs,
      attemptTimeoutMs: exchange.attemptTimeoutMs ?? this.#options.attemptTimeoutMs ?? timeoutMs,
      retries: exchange.maxRetries ?? this.#options.maxRetries ?? DEFAULT_RETRIES,
      endsAt: this.now() + timeoutMs,
    };
  }

  #planRetry(
    outcome: AttemptResult<Answer | ReadAnswer>,
    { method, idempotencyKey }: Exchange,
    retry: number,
  ): RetryPlan | undefined {
    return planRetry(outcome, {
      method,
      hasOwnKey: idempotencyKey !== undefined,
      retry,
      random: () => this.random(),
      now: this.now(),
    });
  }

  /** Resolves with `false` if the client was closed meanwhile. @throws AbortedError if the caller's signal fired. */
  async #waitFor(
    { waitMs, elapsedMs }: RetryPlan & { readonly elapsedMs: number },
    outcome: AttemptResult<Answer | ReadAnswer>,
    { method, path, signal, onRetry = this.#options.onRetry }: Exchange,
    retry: number,
  ): Promise<boolean> {
    onRetry?.({
      method,
      path: pathText(path),
      retry: retry + 1,
      waitMs,
      elapsedMs,
      error: this.#failureIn(outcome),
    });
    const closing = this.#closing.signal;
    await this.pause(waitMs, signal === undefined ? closing : AbortSignal.any([signal, closing]));
    if (signal?.aborted === true) throw new AbortedError();
    return !closing.aborted;
  }

  #failureIn(outcome: AttemptResult<Answer | ReadAnswer>): IntrayError {
    if (outcome.kind === "broken") return outcome.error;
    const { answer } = outcome;
    return this.apiError("bytes" in answer ? answer : { ...answer, bytes: new Uint8Array() });
  }

  /** Whether the server supports idempotency keys here, by its own API document. @throws AbortedError */
  async #supportsKey(exchange: Exchange, budget: Budget): Promise<boolean | undefined> {
    if (exchange.method !== "POST") return false;
    const { signal } = exchange;
    return this.#keys.isSupported(this.#address.documentPath(exchange.path), () => {
      const request = {
        method: "GET",
        path: "/openapi.json",
        bearer: null,
        ...(signal && { signal }),
      };
      return this.#attempt({ ...request, headers: this.#headers(request) }, budget, sendWhole);
    });
  }

  async #attempt<Received extends Answer | ReadAnswer>(
    exchange: Exchange,
    budget: Budget,
    send: Send<Received>,
    retry = 0,
  ): Promise<AttemptResult<Received>> {
    const startedAt = this.now();
    const outcome = await this.#tryOnce(exchange, budget, send);
    this.#onAttempt(attemptOf(outcome, exchange, { retry, durationMs: this.now() - startedAt }));
    return outcome;
  }

  async #tryOnce<Received extends Answer | ReadAnswer>(
    exchange: Exchange,
    { attemptTimeoutMs, timeoutMs, endsAt }: Budget,
    send: Send<Received>,
  ): Promise<AttemptResult<Received>> {
    const { method, path, signal } = exchange;
    const allowedMs = Math.max(1, Math.min(attemptTimeoutMs, endsAt - this.now()));
    const deadline = new Deadline(allowedMs);
    let untrack = this.#openCalls.trackDeadline(deadline);
    if (signal !== undefined) untrack = both(untrack, deadline.follow(signal));
    try {
      const url = exchange.url ?? this.#address.of(path, exchange.query);
      const answer = await send(this.#connection, url, {
        method,
        headers: exchange.headers ?? {},
        body: exchange.body,
        signal: deadline.signal,
        headersTimeoutMs: allowedMs,
        bodyTimeoutMs: exchange.silenceMs ?? attemptTimeoutMs,
      });
      if ("body" in answer) {
        // `close` of the connection waits for the body; keep the deadline so that `destroy` can abort it.
        answer.body.once("close", untrack);
        untrack = () => undefined;
      }
      return { kind: "answer", answer };
    } catch (cause) {
      const what = `${method} ${pathText(path)}`;
      const isLate = deadline.isOver;
      const isAborted = deadline.signal.aborted && !isLate;
      const limitMs = Math.min(attemptTimeoutMs, timeoutMs);
      const { proxy } = this.#connection;
      const error = attemptErrorOf(cause, { what, timeoutMs: limitMs, isLate, isAborted, proxy });
      return { kind: "broken", error };
    } finally {
      untrack();
      deadline.disarm();
    }
  }

  #headers({
    method,
    headers,
    body,
    idempotencyKey,
    ifMatch,
    bearer,
  }: Exchange): Record<string, string> {
    const { apiKey, newIdempotencyKey = () => crypto.randomUUID() } = this.#options;
    const { authorization: _, ...others } = plainHeaders(headers ?? {});
    return {
      accept: "application/json",
      // A mistyped name is an error instead of a change or a filter that did not happen (RFC 7240).
      prefer: "handling=strict",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(method === "POST" ? { "idempotency-key": idempotencyKey ?? newIdempotencyKey() } : {}),
      ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
      // Lower-cased above, so that the caller's header replaces ours in any letter case.
      ...others,
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer ?? apiKey}` }),
      ...(this.#userAgent === "" ? {} : { "user-agent": this.#userAgent }),
    };
  }
}

function both(first: () => void, second: () => void): () => void {
  return () => {
    first();
    second();
  };
}

/** Describes one attempt for `onAttempt`. Pure. */
function attemptOf(
  outcome: AttemptResult<Answer | ReadAnswer>,
  { method, path }: Pick<Exchange, "method" | "path">,
  progress: Pick<Attempt, "retry" | "durationMs">,
): Attempt {
  const answer = outcome.kind === "answer" ? outcome.answer : undefined;
  return {
    method,
    path: pathText(path).replace(/[?#].*$/s, ""),
    ...progress,
    status: answer?.status,
    requestId: answer?.headers["x-request-id"],
    error: outcome.kind === "broken" ? outcome.error : undefined,
  };
}

/** The calls in flight, which `close` waits for and `destroy` aborts. */
class OpenCalls {
  readonly #calls = new Set<Promise<unknown>>();
  readonly #deadlines = new Set<{ abort(): void }>();

  /** Tracks the call until its promise is resolved or rejected. */
  add<Result>(call: Promise<Result>): Promise<Result> {
    const ended = call.then(
      () => undefined,
      () => undefined,
    );
    this.#calls.add(ended);
    void ended.then(() => this.#calls.delete(ended));
    return call;
  }

  /** Makes {@link abortAll} abort the deadline. Returns a function that ends the tracking. */
  trackDeadline(deadline: { abort(): void }): () => void {
    this.#deadlines.add(deadline);
    return () => void this.#deadlines.delete(deadline);
  }

  async allFinished(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }

  abortAll(): void {
    for (const deadline of this.#deadlines) deadline.abort();
  }
}
