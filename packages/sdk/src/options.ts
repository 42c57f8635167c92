/** How a client and one of its calls can be told to behave. */
import type { Dispatcher } from "undici";
import { IntrayError } from "./errors.ts";

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

/** What a timer can hold; beyond it Node fires at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws IntrayError of kind `usage`, naming the option. */
export function checkOptions({ timeoutMs = 1, maxRetries = 0 }: CallOptions): void {
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS)) {
    const range = `from 1 to ${LONGEST_TIMEOUT_MS}`;
    throw new IntrayError("usage", `timeoutMs is ${timeoutMs}; give it milliseconds ${range}.`);
  }
  if (!(maxRetries >= 0)) {
    throw new IntrayError("usage", `maxRetries is ${maxRetries}; give it a number, 0 for none.`);
  }
}
