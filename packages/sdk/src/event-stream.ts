/** One stream of events: connects, reads, and reconnects after the last event. */
import {
  ApiError,
  AbortedError,
  ConnectionError,
  IntrayError,
  TimeoutError,
  UnexpectedAnswerError,
} from "./errors.ts";
import type { IntrayEvent, FollowParams } from "./event-types.ts";
import type { Answer } from "./http/exchange.ts";
import { bodyErrorOf, attemptErrorOf } from "./http/attempt-error.ts";
import { type CallOptions, checkOptions } from "./options.ts";
import { isRetriedStatus } from "./http/retry.ts";
import { parseJson } from "./http/text.ts";
import type { Transport } from "./http/transport.ts";
import type { EventSourceMessage } from "eventsource-parser";

/** `maxRetries` counts failures in a row: an event or a heartbeat resets the count. */
export interface FollowOptions extends Omit<CallOptions, "idempotencyKey"> {
  /** Milliseconds without an event or heartbeat after which the connection counts as broken; default 45,000. */
  readonly heartbeatTimeoutMs?: number;
  /** Called when the event stream is connected, and again after every reconnect. */
  readonly onConnect?: () => void;
}

/** The server sends a heartbeat every 15 s. */
const HEARTBEAT_TIMEOUT_MS = 45_000;
const FIRST_DELAY_MS = 1_000;
/** Lower limit for the server's `retry` field: with 0 a stream that ends at once would reconnect without pause. */
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 30_000;
/** With the delays between them about four minutes. */
const MAX_RECONNECTS = 10;
const REQUEST = "GET /events";

/**
 * Iterate it once. It reads from the connection only when the next event is requested, so a slow reader
 * applies back-pressure. Ends when the loop is left or the client is closed; fails when `signal` fires,
 * when the server rejects the request, or when it cannot be reached again.
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
  /** Time of the first of these failures. */
  #failingSince = 0;

  /** Called by `client.events.follow`. */
  constructor(transport: Transport, params: FollowParams, options: FollowOptions) {
    this.#transport = transport;
    this.#params = params;
    this.#options = options;
    this.#lastEventId = params.lastEventId;
    this.#events = this.#follow();
  }

  /** The position after the last yielded event, or the start of the stream; `undefined` until the server sends one. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<IntrayEvent, undefined>> {
    return this.#events.next();
  }

  /** Disconnects at once, even while waiting for an event. */
  return(): Promise<IteratorResult<IntrayEvent, undefined>> {
    this.#stop.abort();
    return this.#events.return(undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  async *#follow(): AsyncGenerator<IntrayEvent, undefined> {
    const { heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS, onConnect: _, ...limits } = this.#options;
    checkOptions({ ...limits, attemptTimeoutMs: heartbeatTimeoutMs });
    const { closing } = this.#transport;
    const stop = () => this.#stop.abort();
    closing.addEventListener("abort", stop, { once: true });
    try {
      for (;;) {
        try {
          yield* this.#connection(heartbeatTimeoutMs);
          return undefined;
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

  /** Yields the events of one connection. Throws at its end, unless all events up to now were wanted and sent. */
  async *#connection(silenceMs: number): AsyncGenerator<IntrayEvent, void> {
    const { heartbeatTimeoutMs: _, onRetry: _ours, onConnect, ...options } = this.#options;
    const { form_id, follow } = this.#params;
    const answer = await this.#transport.stream({
      ...options,
      method: "GET",
      path: "/events",
      query: { form_id, follow },
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
    let isAtEnd = false;
    const hooks = {
      onActivity: () => void (this.#failures = 0),
      // the server sends one when it has sent all events so far
      onComment: () => {
        this.#failures = 0;
        isAtEnd = follow === false;
      },
      isOver: () => isAtEnd,
      onDelay: (ms: number) =>
        void (this.#delayMs = Math.min(Math.max(ms, MIN_DELAY_MS), MAX_DELAY_MS)),
      onPosition: (id: string) => void (this.#lastEventId = id),
    };
    for await (const event of readServerSentEvents(answer.body, hooks)) yield this.#toEvent(event);
    if (isAtEnd) return;
    throw new ConnectionError("The server ended the event stream.", undefined);
  }

  #toEvent({ type, id, data }: SentEvent): IntrayEvent {
    this.#lastEventId = id ?? this.#lastEventId;
    // The server is trusted to send the data of the event's type.
    return { type, id: this.#lastEventId, data: parse(type, data) } as IntrayEvent;
  }

  #errorOf(cause: unknown): IntrayError {
    if (cause instanceof IntrayError) return cause;
    const isSilent =
      cause instanceof Error && "code" in cause && cause.code === "UND_ERR_BODY_TIMEOUT";
    if (!isSilent) return bodyErrorOf(cause, REQUEST, false);
    const timeoutMs = this.#options.heartbeatTimeoutMs ?? HEARTBEAT_TIMEOUT_MS;
    return attemptErrorOf(cause, { what: REQUEST, timeoutMs, isLate: true, isAborted: false });
  }

  /** Waits before the next attempt to connect. @throws the error, if it is permanent or the retries are used up. */
  async #recover(error: IntrayError): Promise<void> {
    const { maxRetries = MAX_RECONNECTS, onRetry } = this.#options;
    if (!isTemporary(error) || this.#failures >= maxRetries) throw error;
    const maxMs = Math.min(MAX_DELAY_MS, this.#delayMs * 2 ** this.#failures);
    // At least half of the delay, and the rest random, so that clients do not all reconnect at once.
    const ownMs = Math.round(maxMs * (0.5 + this.#transport.random() / 2));
    const serverMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
    const waitMs = Math.max(ownMs, serverMs);
    if (this.#failures === 0) this.#failingSince = this.#transport.now();
    this.#failures += 1;
    const elapsedMs = this.#transport.now() - this.#failingSince;
    onRetry?.({ method: "GET", path: "/events", retry: this.#failures, waitMs, elapsedMs, error });
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

function isTemporary(error: IntrayError): boolean {
  if (error instanceof ApiError) return isRetriedStatus(error.status);
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

function checkType({ status, headers, body }: Answer): void {
  if (/^text\/event-stream\b/i.test(headers["content-type"] ?? "")) return;
  body.destroy();
  throw new UnexpectedAnswerError(
    status,
    "The server's response to GET /events is not an event stream. Check that the base URL is that of an Intray server.",
  );
}

function parse(type: string, data: string): object {
  const value = parseJson(data);
  if (typeof value === "object" && value !== null) return { ...value };
  if (type === "reset") return {};
  throw new UnexpectedAnswerError(
    200,
    `The server sent an event ${type} whose data is not a JSON object.`,
  );
}

interface SentEvent {
  readonly type: string;
  /** `undefined` if the event has no id field. */
  readonly id: string | undefined;
  readonly data: string;
}

interface Hooks {
  /** Called for every event. */
  readonly onActivity: () => void;
  /** Called for a heartbeat. */
  readonly onComment: () => void;
  /** Whether to read no further. */
  readonly isOver: () => boolean;
  /** Called with the server's `retry` field: the delay before a reconnect. */
  readonly onDelay: (ms: number) => void;
  /** Called with the last id after the events before it are consumed; blocks without an event count too. */
  readonly onPosition: (id: string) => void;
}

/** Longest event; Intray's have less than a hundredth of it. */
const MAX_EVENT_CHARACTERS = 1_048_576;

/** Reads the next chunk after all events of the last are consumed. @throws the error of the body. */
async function* readServerSentEvents(
  body: AsyncIterable<Uint8Array>,
  { onActivity, onComment, isOver, onDelay, onPosition }: Hooks,
): AsyncGenerator<SentEvent, void> {
  const { createParser } = await import("eventsource-parser");
  const ready: EventSourceMessage[] = [];
  let isTooLong = false;
  const parser = createParser({
    onEvent: (event) => void ready.push(event),
    onComment,
    onRetry: onDelay,
    onError: ({ type }) => void (isTooLong ||= type === "max-buffer-size-exceeded"),
    maxBufferSize: MAX_EVENT_CHARACTERS,
  });
  const decoder = new TextDecoder();
  const positions = new Positions();
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    parser.feed(text);
    const position = positions.feed(text);
    for (const { event = "message", id, data } of ready.splice(0)) {
      onActivity();
      yield { type: event, id, data };
    }
    if (position !== undefined) onPosition(position);
    if (isOver()) return;
    if (isTooLong) {
      throw new UnexpectedAnswerError(
        200,
        `The server sent an event of more than ${MAX_EVENT_CHARACTERS} characters.`,
      );
    }
  }
}

/** Finds the ids of all blocks. The parser does not report ids of blocks without data. */
class Positions {
  #line = "";
  #id: string | undefined;

  /** Returns the id of the last block with an id that ends in this text. */
  feed(text: string): string | undefined {
    // A \r at the very end may be half of a line break.
    const lines = (this.#line + text).split(/\r\n|\n|\r(?!$)/);
    this.#line = lines.pop() ?? "";
    let ended: string | undefined;
    for (const line of lines) {
      this.#id = /^id: ?([^\0]*)$/.exec(line)?.[1] ?? this.#id;
      if (line !== "") continue;
      ended = this.#id ?? ended;
      this.#id = undefined;
    }
    return ended;
  }
}
