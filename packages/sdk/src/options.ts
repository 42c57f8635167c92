/** Options of a client and of its calls. */
import { IntrayError } from "./errors.ts";

/** Options of a client on every platform. */
export interface ClientOptions extends CallLimits {
  /** Address of the server, with or without a path, with or without `/api/v1` at its end. */
  readonly baseUrl: string;
  /** Sent only to that server, and never part of an error. */
  readonly apiKey: string;
  /** Sends the requests instead of the SDK's own connections. Called with a URL and the options of fetch. */
  readonly fetch?: Fetch;
  /** Called after each attempt of each call, for logs. An error that it throws ends the call. */
  readonly onAttempt?: (attempt: Attempt) => void;
  /**
   * Which attempts are logged: with `warn` those that got no response, 408, 429 or 5xx, with `info` all that
   * failed, with `debug` all. Default: `info` with a logger, otherwise `off`; on Node the variable INTRAY_LOG.
   */
  readonly logLevel?: LogLevel;
  /** Takes the lines of the log; default: standard error. `console` is one. */
  readonly logger?: Logger;
  /** Prepended to the SDK's own user agent; sent alone by `@intray/sdk/edge`, which has none. */
  readonly userAgent?: string;
  /** Milliseconds since the Unix epoch; for tests. */
  readonly clock?: { now(): number };
  /** Resolves after `ms`, or when the signal fires, and never rejects; for tests. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Jitter, in [0, 1). */
  readonly random?: () => number;
  /** Creates the key of each POST that has none; default: a random UUID. */
  readonly newIdempotencyKey?: () => string;
}

/** From most to fewest lines. */
export const LOG_LEVELS = ["debug", "info", "warn", "off"] as const;

/** The lowest level that is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Takes lines of a log, as `console`, pino and winston do. */
export interface Logger {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
}

/** The platform's fetch, or a function that does the same. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Timeouts and retries. */
interface CallLimits {
  /** Milliseconds for one call with all its retries; default 30,000. */
  readonly timeoutMs?: number;
  /** Milliseconds for one attempt; default: what is left of `timeoutMs`. */
  readonly attemptTimeoutMs?: number;
  /** Retries of one call; default 3, so at most 4 attempts. */
  readonly maxRetries?: number;
  /** Called before each retry. An error that it throws ends the call. */
  readonly onRetry?: (retry: Retry) => void;
}

/** One request and its result. */
export interface Attempt {
  readonly method: string;
  /** Without the query, which may contain personal data. */
  readonly path: string;
  /** 0 for the first attempt. */
  readonly retry: number;
  readonly durationMs: number;
  /** Of the response, whose body may be incomplete; `undefined` if there was none. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** Why there was no response. */
  readonly error: IntrayError | undefined;
}

/** A failed attempt that is followed by another. */
export interface Retry {
  readonly method: string;
  readonly path: string;
  /** 1 for the first retry. */
  readonly retry: number;
  readonly waitMs: number;
  /** Milliseconds since the start of the call. */
  readonly elapsedMs: number;
  /** The failure: an `ApiError` if the server responded. */
  readonly error: IntrayError;
}

/** Options of one call. */
export interface CallOptions extends CallLimits {
  /** Ends the call at once, with an `AbortedError`. */
  readonly signal?: AbortSignal;
  /** Sent in addition to the SDK's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For POST. With a key of your own, the call is retried like a GET. */
  readonly idempotencyKey?: string;
}

/** Options of a call that changes or deletes one record. */
export interface ChangeOptions extends CallOptions {
  /**
   * The `etag` among the headers of an earlier response. If the record has been changed since, the call fails with
   * `precondition_failed`. So may a retry after a response that was lost: read the record again.
   */
  readonly ifMatch?: string | undefined;
}

/** A query parameter; a list is joined by commas, `null` and `undefined` are not sent. */
export type QueryValue = string | number | boolean | readonly string[] | null | undefined;

/** List parameters with `form_id` also as a number. */
export type ByForm<Params> = Omit<Params, "form_id"> & { readonly form_id?: number | string };

/** The longest delay of a Node timer; a longer one fires at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws IntrayError of kind `usage`, naming the option. */
export function checkOptions(options: CallLimits): void {
  const { timeoutMs = 1, attemptTimeoutMs = 1, maxRetries = 0 } = options;
  for (const [name, ms] of Object.entries({ timeoutMs, attemptTimeoutMs })) {
    if (ms > 0 && ms <= MAX_TIMEOUT_MS) continue;
    const range = `from 1 to ${MAX_TIMEOUT_MS}`;
    throw new IntrayError("usage", `${name} is ${ms}. Use milliseconds ${range}.`);
  }
  if (!(maxRetries >= 0)) {
    throw new IntrayError("usage", `maxRetries is ${maxRetries}. Use a number of 0 or more.`);
  }
}
