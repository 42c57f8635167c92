/** How a client and one of its calls can be told to behave. */
import type { Dispatcher } from "undici";
import { IntrayError } from "./errors.ts";
import type { AnswerProblem } from "./errors.ts";
import type { OperationId } from "./schemas.ts";

/** Of a client; `CallOptions` outweigh them. */
export interface IntrayOptions extends Patience {
  /** Address of the server, with or without a path or `/api/v1` behind it. */
  readonly baseUrl: string;
  /** Sent to that server only, and shown in no error. */
  readonly apiKey: string;
  /** An undici dispatcher; it is never closed by the client. Without it the client has its own. */
  readonly dispatcher?: Dispatcher;
  /** Put in front of the SDK's own. */
  readonly userAgent?: string;
  /**
   * Whether answers are held against the API's document: `off` (the default) believes them,
   * `warn` tells `onInvalidAnswer`, `strict` makes the call fail.
   */
  readonly validation?: ValidationMode;
  /** With `warn`: called once per kind of problem, not once per answer. */
  readonly onInvalidAnswer?: (answer: InvalidAnswer) => void;
  /** Milliseconds since the Unix epoch; for tests. */
  readonly clock?: { now(): number };
  /** Resolves after `ms`, or when the signal fires, and never rejects; for tests. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Jitter, in [0, 1). */
  readonly random?: () => number;
  /** One for each POST without a key of its own; a random UUID by default. */
  readonly newIdempotencyKey?: () => string;
}

/** See `IntrayOptions`. */
export type ValidationMode = "off" | "warn" | "strict";

/** An answer that is not as the API's document says. */
export interface InvalidAnswer {
  readonly operation: OperationId;
  /** The first of its kind. */
  readonly problem: AnswerProblem;
}

/** How long, how often. */
interface Patience {
  /** Milliseconds for one call, all its retries included; default 30,000. */
  readonly timeoutMs?: number;
  /** Milliseconds for one try of it; without it a try may take all that is left of `timeoutMs`. */
  readonly attemptTimeoutMs?: number;
  /** Retries of one call; default 3, so 4 tries at most. */
  readonly maxRetries?: number;
  /** Told before each wait for another try. What it throws ends the call. */
  readonly onRetry?: (retry: Retry) => void;
}

/** A try that failed and is followed by another. */
export interface Retry {
  readonly method: string;
  readonly path: string;
  /** 1 for the first repetition. */
  readonly retry: number;
  readonly waitMs: number;
  /** What went wrong: an `ApiError` where the server answered. */
  readonly error: IntrayError;
}

/** Of one call. */
export interface CallOptions extends Patience {
  /** Ends the call at once, with an `AbortedError`. */
  readonly signal?: AbortSignal;
  /** For POST. With a key of your own the call is retried like a GET. */
  readonly idempotencyKey?: string;
}

/** `null` and `undefined` are left out. */
export type QueryValue = string | number | boolean | null | undefined;

/** List parameters whose form may be named by id as a number too. */
export type ByForm<Params> = Omit<Params, "form_id"> & { readonly form_id?: number | string };

/** What a timer can hold; beyond it Node fires at once. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws IntrayError of kind `usage`, naming the option. */
export function checkOptions(options: Patience): void {
  const { timeoutMs = 1, attemptTimeoutMs = 1, maxRetries = 0 } = options;
  for (const [name, ms] of Object.entries({ timeoutMs, attemptTimeoutMs })) {
    if (ms > 0 && ms <= MAX_TIMEOUT_MS) continue;
    const range = `from 1 to ${MAX_TIMEOUT_MS}`;
    throw new IntrayError("usage", `${name} is ${ms}; give it milliseconds ${range}.`);
  }
  if (!(maxRetries >= 0)) {
    throw new IntrayError("usage", `maxRetries is ${maxRetries}; give it a number, 0 for none.`);
  }
}
