/** One following of the event feed: connects, reads, and connects again where it left off. */
import { ApiError, AbortedError, ConnectionError, IntrayError, TimeoutError } from "./errors.ts";
import { UnexpectedAnswerError } from "./errors.ts";
import type { FollowParams } from "./follow-params.ts";
import type { Answer } from "./http/exchange.ts";
import { bodyFailureOf, failureOf } from "./http/failure.ts";
import { type CallOptions, checkOptions } from "./options.ts";
import { isRetriedStatus } from "./http/retry.ts";
import { readServerSentEvents, type SentEvent } from "./http/server-sent-events.ts";
import type { Transport } from "./http/transport.ts";

/** Patience is counted in a row: an event or a heartbeat makes all of it available again. */
export interface FollowOptions extends Omit<CallOptions, "idempotencyKey"> {
  /** Milliseconds without event or heartbeat after which the connection counts as cut; default 45,000. */
  readonly heartbeatTimeoutMs?: number;
  /** A connection stands: what happens from now on is told. Called anew after every cut. */
  readonly onConnect?: () => void;
}

/** What the server tells of; a newer one may tell of more. */
export type EventType =
  | "submission.created"
  | "submission.updated"
  | "submission.deleted"
  | "delivery.updated"
  /** Events were missed for good: read the lists again. */
  | "reset"
  | (string & {});

/** One event. It holds ids and no field values. */
export interface IntrayEvent {
  readonly type: EventType;
  /** Where a later `follow` goes on behind this event. */
  readonly id: string | undefined;
  readonly data: EventData;
}

/** Its members as on the wire. */
export interface EventData {
  readonly id?: number;
  readonly form_id?: number;
  readonly [name: string]: unknown;
}

/** The server sends one every 15 s. */
const HEARTBEAT_TIMEOUT_MS = 45_000;
const FIRST_DELAY_MS = 1_000;
/** Whatever the server hints: one that says 0 and ends at once would be asked without pause. */
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 30_000;
/** About four minutes. */
const RECONNECTIONS = 10;
const WHAT = "GET /events";

/**
 * Iterate it once. The next part of the feed is read when its events are asked for, so a slow
 * reader holds the server back and nothing piles up here. Ends when it is left or the client is
 * closed; fails when `signal` fires, when the server refuses, or when it cannot be reached again.
 */
export class EventStream implements AsyncIterableIterator<IntrayEvent, undefined> {
  readonly #transport: Transport;
  readonly #params: FollowParams;
  readonly #options: FollowOptions;
  readonly #stop = new AbortController();
  readonly #events: AsyncGenerator<IntrayEvent, undefined>;
  #lastEventId: string | undefined;
  #delayMs = FIRST_DELAY_MS;
  #failures = 0;

  /** Made by `client.events.follow`. */
  constructor(transport: Transport, params: FollowParams, options: FollowOptions) {
    this.#transport = transport;
    this.#params = params;
    this.#options = options;
    this.#lastEventId = params.lastEventId;
    this.#events = this.#follow();
  }

  /** Behind the last event that was handed out, or where the stream began; `undefined` until the server has said. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<IntrayEvent, undefined>> {
    return this.#events.next();
  }

  /** Disconnects at once, even while an event is being waited for. */
  return(): Promise<IteratorResult<IntrayEvent, undefined>> {
    this.#stop.abort();
    return this.#events.return(undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  async *#follow(): AsyncGenerator<IntrayEvent, undefined> {
    const { heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS, onConnect: _, ...patience } = this.#options;
    checkOptions({ ...patience, attemptTimeoutMs: heartbeatTimeoutMs });
    const { closing } = this.#transport;
    const stop = () => this.#stop.abort();
    closing.addEventListener("abort", stop, { once: true });
    try {
      for (;;) {
        try {
          yield* this.#connection(heartbeatTimeoutMs);
        } catch (cause) {
          if (!this.#isOver()) await this.#recover(this.#errorOf(cause));
        }
        if (this.#stop.signal.aborted) return undefined;
        if (this.#options.signal?.aborted === true) throw new AbortedError();
      }
    } finally {
      closing.removeEventListener("abort", stop);
    }
  }

  /** The events of one connection, until it ends; then it throws. */
  async *#connection(silenceMs: number): AsyncGenerator<IntrayEvent, void> {
    const { heartbeatTimeoutMs: _, onRetry: _ours, onConnect, ...options } = this.#options;
    const { form_id } = this.#params;
    const answer = await this.#transport.stream({
      ...options,
      method: "GET",
      path: "/events",
      query: { form_id },
      headers: {
        accept: "text/event-stream",
        "cache-control": "no-cache",
        ...(this.#lastEventId !== undefined &&
          this.#lastEventId !== "" && { "last-event-id": this.#lastEventId }),
      },
      maxRetries: 0,
      silenceMs,
      signal: this.#signal(),
    });
    checkType(answer);
    onConnect?.();
    const hooks = {
      onLife: () => void (this.#failures = 0),
      onDelay: (ms: number) =>
        void (this.#delayMs = Math.min(Math.max(ms, MIN_DELAY_MS), MAX_DELAY_MS)),
      onPosition: (id: string) => void (this.#lastEventId = id),
    };
    for await (const event of readServerSentEvents(answer.body, hooks)) yield this.#taken(event);
    throw new ConnectionError("The server ended the event stream.", undefined);
  }

  #taken({ type, id, data }: SentEvent): IntrayEvent {
    this.#lastEventId = id ?? this.#lastEventId;
    return { type, id: this.#lastEventId, data: parse(type, data) };
  }

  #errorOf(cause: unknown): IntrayError {
    if (cause instanceof IntrayError) return cause;
    const isSilent =
      cause instanceof Error && "code" in cause && cause.code === "UND_ERR_BODY_TIMEOUT";
    if (!isSilent) return bodyFailureOf(cause, WHAT, false);
    const timeoutMs = this.#options.heartbeatTimeoutMs ?? HEARTBEAT_TIMEOUT_MS;
    return failureOf(cause, { what: WHAT, timeoutMs, isLate: true, isAborted: false });
  }

  /** Waits until it may connect again. @throws what it cannot recover from. */
  async #recover(error: IntrayError): Promise<void> {
    const { maxRetries = RECONNECTIONS, onRetry } = this.#options;
    if (!isPassing(error) || this.#failures >= maxRetries) throw error;
    const longest = Math.min(MAX_DELAY_MS, this.#delayMs * 2 ** this.#failures);
    // Half of it is certain, so that a server that comes back is not met by all at once.
    const ownMs = Math.round(longest * (0.5 + this.#transport.random() / 2));
    const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
    const waitMs = Math.max(ownMs, askedMs);
    this.#failures += 1;
    onRetry?.({ method: "GET", path: "/events", retry: this.#failures, waitMs, error });
    await this.#transport.pause(waitMs, this.#signal());
  }

  #signal(): AbortSignal {
    const { signal } = this.#options;
    return signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]);
  }

  #isOver(): boolean {
    return this.#stop.signal.aborted || this.#options.signal?.aborted === true;
  }
}

function isPassing(error: IntrayError): boolean {
  if (error instanceof ApiError) return isRetriedStatus(error.status);
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

function checkType({ status, headers, body }: Answer): void {
  if (/^text\/event-stream\b/i.test(headers["content-type"] ?? "")) return;
  body.destroy();
  throw new UnexpectedAnswerError(
    status,
    "The server answered GET /events with something that is no event stream. Check that the base URL is an Intray server's.",
  );
}

function parse(type: string, data: string): EventData {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {
    // Said below.
  }
  if (type === "reset") return {};
  throw new UnexpectedAnswerError(200, `The server sent an event ${type} whose data is no object.`);
}
