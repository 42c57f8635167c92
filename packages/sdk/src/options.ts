/** How a client and one of its calls can be told to behave. */
import type { Dispatcher } from "undici";

export interface IntrayOptions {
  /** Address of the server, with or without a path or `/api/v1` behind it. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Milliseconds for one call, all its retries included; default 30,000. */
  readonly timeoutMs?: number;
  /** Retries of one call; default 3, so 4 tries at most. */
  readonly maxRetries?: number;
  /** An undici dispatcher; it is never closed by the client. Without it the client has its own. */
  readonly dispatcher?: Dispatcher;
  /** Put in front of the SDK's own. */
  readonly userAgent?: string;
  readonly clock?: { now(): number };
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Jitter, in [0, 1). */
  readonly random?: () => number;
  readonly newIdempotencyKey?: () => string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
  /** For POST. With a key of your own the call is retried like a GET. */
  readonly idempotencyKey?: string;
}

export type QueryValue = string | number | boolean | null | undefined;

/** List parameters whose form may be named by id as a number too. */
export type ByForm<Params> = Omit<Params, "form_id"> & { readonly form_id?: number | string };
