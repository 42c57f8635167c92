/** One HTTP exchange with the server: sends the key to it and to nobody else, follows no redirect. */
import type { Agent, Dispatcher } from "undici";
import {
  AbortedError,
  ApiError,
  ConnectionError,
  IntrayError,
  RedirectError,
  TimeoutError,
} from "./errors.ts";
import type { CallOptions, IntrayOptions, QueryValue } from "./options.ts";
import { isRetriedStatus, mayRepeat, parseRetryAfter, retryDelayMs } from "./retry.ts";
import type { Problem } from "./schemas.ts";
import { pause, systemRandom, systemTime } from "./system.ts";
import { VERSION } from "./version.ts";

export interface Exchange extends CallOptions {
  readonly method: string;
  /** Under `/api/v1`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Dispatcher.ResponseData["body"];
}

export interface ReadAnswer extends Omit<Answer, "body"> {
  readonly bytes: Buffer;
}

/** What a try came to, so that the loop can judge it. */
type Try =
  | { readonly kind: "answer"; readonly answer: ReadAnswer }
  | { readonly kind: "broken"; readonly error: IntrayError; readonly code: string | undefined };

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;
const KEEP_ALIVE_MS = 4_000;
const BASE = "/api/v1";

export class Transport {
  readonly #options: IntrayOptions;
  readonly #base: string;
  readonly #origin: string;
  #own: Promise<Agent> | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: IntrayOptions) {
    if (!URL.canParse(options.baseUrl) || !/^https?:$/.test(new URL(options.baseUrl).protocol)) {
      throw new IntrayError(
        "usage",
        `The base URL "${options.baseUrl}" is no address of a server; write it as https://forms.example.org.`,
      );
    }
    if (!/^[\x21-\x7e]+$/.test(options.apiKey)) {
      throw new IntrayError(
        "usage",
        "The API key is empty, or holds a blank or a character that no key has.",
      );
    }
    const url = new URL(options.baseUrl);
    this.#options = options;
    this.#origin = url.origin;
    this.#base = url.pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  }

  /** The whole answer, after as many tries as are allowed. Hands back any status that is left. */
  async send(exchange: Exchange): Promise<ReadAnswer> {
    const now = () => (this.#options.clock ?? systemTime).now();
    const timeoutMs = exchange.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const retries = exchange.maxRetries ?? this.#options.maxRetries ?? DEFAULT_RETRIES;
    const deadline = now() + timeoutMs;
    const headers = this.#headers(exchange);
    for (let retry = 0; ; retry++) {
      const outcome = await this.#try({ ...exchange, headers }, deadline - now(), timeoutMs);
      const wait = this.#waitBefore(outcome, exchange, retry, now());
      if (wait === undefined || retry >= retries) return finished(outcome);
      if (now() + wait >= deadline) return finished(outcome);
      const signal = exchange.signal ?? new AbortController().signal;
      await (this.#options.sleep ?? pause)(wait, signal);
      if (signal.aborted) throw new AbortedError();
    }
  }

  /** A 2xx as a stream, in one try; the caller consumes or destroys it. Refusals are thrown. */
  async stream(exchange: Exchange): Promise<Answer> {
    const timeoutMs = exchange.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    try {
      const headers = this.#headers(exchange);
      const answer = await this.#request({ ...exchange, headers }, exchange.signal, timeoutMs);
      if (answer.status < 400) return answer;
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      throw refusal({ ...answer, bytes }, (this.#options.clock ?? systemTime).now());
    } catch (error) {
      throw broken(error, exchange, timeoutMs, false).error;
    }
  }

  /** May be called again. */
  close(): Promise<void> {
    this.#closed ??= this.#closeOwn();
    return this.#closed;
  }

  async #closeOwn(): Promise<void> {
    const own = await this.#own;
    await own?.close();
  }

  /** Milliseconds to wait, or `undefined` when another try would not help or not be safe. */
  #waitBefore(outcome: Try, exchange: Exchange, retry: number, now: number): number | undefined {
    const hasOwnKey = exchange.idempotencyKey !== undefined;
    const random = this.#options.random ?? systemRandom;
    if (outcome.kind === "broken") {
      const isFinal = outcome.error.kind !== "connection";
      if (isFinal || !mayRepeat(exchange.method, hasOwnKey, outcome.code)) return undefined;
      return retryDelayMs(retry, { random, retryAfterMs: undefined });
    }
    const { status, headers } = outcome.answer;
    if (!isRetriedStatus(status)) return undefined;
    // A 429 or 503 was refused before anything happened.
    const isRefusedUnread = status === 429 || status === 503;
    if (!isRefusedUnread && !mayRepeat(exchange.method, hasOwnKey)) return undefined;
    return retryDelayMs(retry, {
      random,
      retryAfterMs: parseRetryAfter(headers["retry-after"], now),
    });
  }

  async #try(
    exchange: Exchange & { readonly headers: Record<string, string> },
    leftMs: number,
    timeoutMs: number,
  ): Promise<Try> {
    const deadline = AbortSignal.timeout(Math.max(1, leftMs));
    const { signal } = exchange;
    const both = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    try {
      const { body, ...answer } = await this.#request(exchange, both, Math.max(1, leftMs));
      return {
        kind: "answer",
        answer: { ...answer, bytes: Buffer.from(await body.arrayBuffer()) },
      };
    } catch (error) {
      return broken(error, exchange, timeoutMs, deadline.aborted);
    }
  }

  async #request(
    { method, path, query, headers, body }: Exchange,
    signal: AbortSignal | undefined,
    timeoutMs: number,
  ): Promise<Answer> {
    const { request } = await import("undici");
    const answer = await request(this.#url(path, query), {
      method,
      dispatcher: await this.#dispatcher(),
      headers: headers ?? {},
      body: body ?? null,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
    const plain = plainHeaders(answer.headers);
    if (answer.statusCode >= 300 && answer.statusCode < 400) {
      answer.body.on("error", () => undefined).destroy();
      throw new RedirectError(answer.statusCode, plain["location"]);
    }
    return { status: answer.statusCode, headers: plain, body: answer.body };
  }

  #url(path: string, query: Exchange["query"] = {}): string {
    const inner = path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path;
    const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith("//");
    const url = isAbsolute
      ? new URL(path, this.#origin)
      : new URL(`${this.#base}${BASE}${inner.startsWith("/") ? "" : "/"}${inner}`, this.#origin);
    if (url.origin !== this.#origin) {
      throw new IntrayError(
        "usage",
        `${url.origin} is not the server of this client; the key is sent to ${this.#origin} only.`,
      );
    }
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    return url.href;
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
    this.#own ??= import("undici").then(
      (undici) => new undici.Agent({ keepAliveTimeout: KEEP_ALIVE_MS }),
    );
    return this.#own;
  }
}

function finished(outcome: Try): ReadAnswer {
  if (outcome.kind === "broken") throw outcome.error;
  return outcome.answer;
}

function broken(
  error: unknown,
  { method, path, signal }: Exchange,
  timeoutMs: number,
  isLate: boolean,
): Try & { kind: "broken" } {
  if (error instanceof IntrayError) return { kind: "broken", error, code: undefined };
  const cause = error;
  if (signal?.aborted === true)
    return { kind: "broken", error: new AbortedError({ cause }), code: undefined };
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (isLate || code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
    const message = `${method} ${path} got no whole answer within ${timeoutMs} ms. Try again, or allow more time.`;
    return { kind: "broken", error: new TimeoutError(message, timeoutMs, { cause }), code };
  }
  const detail = error instanceof Error ? error.message : String(error);
  const message = `The server could not be reached for ${method} ${path} (${detail === "" ? (code ?? "no reason given") : detail}). Check the base URL, and that the server runs.`;
  return { kind: "broken", error: new ConnectionError(message, code, { cause }), code };
}

/** The refusal in an answer's body; a page of somebody else's is said to be one. */
export function refusal({ status, headers, bytes }: ReadAnswer, now: number): ApiError {
  const problem = parseProblem(bytes);
  const requestId = problem?.request_id ?? headers["x-request-id"];
  return new ApiError(
    problem?.error ??
      `The server answered ${status} without Intray's error body; something between may have answered in its place.`,
    {
      status,
      code: problem?.code,
      requestId,
      fieldErrors: problem?.errors ?? [],
      hasErrorBody: problem !== undefined,
      retryAfterMs: parseRetryAfter(headers["retry-after"], now),
    },
  );
}

function parseProblem(bytes: Buffer): Problem | undefined {
  try {
    const body = JSON.parse(bytes.toString("utf8")) as Partial<Problem> | null;
    const isOurs = typeof body?.error === "string" && typeof body.code === "string";
    return isOurs ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
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
