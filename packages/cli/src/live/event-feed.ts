/** Follows the server's events, and reports when some may have been missed. */
import type { CallOptions, EventStream, Intray, IntrayEvent } from "@intray/sdk";

export interface FeedOptions {
  readonly client: Intray;
  readonly form: string | undefined;
  /** Resume after this event. */
  readonly lastEventId: string | undefined;
  /** Maximum consecutive retries of a lost connection; `undefined` for the SDK's default. */
  readonly retries: number | undefined;
  readonly signal: AbortSignal;
  readonly note: (sentence: string) => void;
}

export type FeedItem =
  | { readonly kind: "event"; readonly event: IntrayEvent }
  /** Connected: later events are reported; what was there before must be read from the lists. */
  | { readonly kind: "connected" }
  /** The server no longer has all events since the connection was lost. */
  | { readonly kind: "gap" };

/** The same as the SDK's default for event streams. */
const MAX_CALL_RETRIES = 10;

/** Iterate {@link items} once. */
export class EventFeed {
  /** Options for calls about events: they are retried as long as the feed, across a restart of the server. */
  readonly callOptions: Pick<CallOptions, "maxRetries" | "signal">;
  readonly #events: EventStream;
  #connections = 0;
  #opened = Promise.withResolvers<FeedItem>();
  /** Last event id before the item that is being processed. */
  #before: string | undefined;
  #isProcessing = true;

  constructor({ client, form, lastEventId, retries, signal, note }: FeedOptions) {
    this.#before = lastEventId;
    this.callOptions = { maxRetries: retries ?? MAX_CALL_RETRIES, signal };
    this.#events = client.events.follow(
      { ...(form !== undefined && { form_id: form }), ...(lastEventId && { lastEventId }) },
      {
        signal,
        ...(retries !== undefined && { maxRetries: retries }),
        onConnect: () => this.#onConnect(note),
        onRetry: ({ waitMs, error }) =>
          note(`${error.message} Retrying in ${(waitMs / 1_000).toFixed(1)} s.`),
      },
    );
  }

  /** The event id from which another run can resume: the last processed one. `undefined` before the first. */
  get position(): string | undefined {
    return this.#isProcessing ? this.#before : this.#events.lastEventId;
  }

  /** Items until the signal aborts. Throws when the server rejects the request or stays unreachable. */
  async *items(): AsyncGenerator<FeedItem, void> {
    let next = this.#next();
    try {
      for (;;) {
        const opened = this.#opened.promise.then((item) => ({ item, isEvent: false }));
        const { item, isEvent } = await Promise.race([opened, next]);
        if (item === undefined) return;
        if (!isEvent) this.#opened = Promise.withResolvers<FeedItem>();
        this.#isProcessing = true;
        yield item;
        this.#isProcessing = false;
        if (isEvent) next = this.#next();
      }
    } finally {
      next.catch(() => undefined);
      await this.#events.return();
    }
  }

  async #next(): Promise<{ readonly item: FeedItem | undefined; readonly isEvent: true }> {
    this.#before = this.#events.lastEventId;
    const { value } = await this.#events.next();
    if (value === undefined) return { item: undefined, isEvent: true };
    const item: FeedItem =
      value.type === "reset" ? { kind: "gap" } : { kind: "event", event: value };
    return { item, isEvent: true };
  }

  /** Reports the first connection, and a gap when a reconnection has no event id to resume from. */
  #onConnect(note: (sentence: string) => void): void {
    this.#connections += 1;
    const isFirst = this.#connections === 1;
    if (!isFirst) note("Reconnected.");
    const position = this.#events.lastEventId;
    if (isFirst) this.#opened.resolve({ kind: "connected" });
    else if (position === undefined || position === "") this.#opened.resolve({ kind: "gap" });
  }
}
