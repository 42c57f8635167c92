/** The server's events, and word of every moment at which some may be missing. */
import type { CallOptions, EventStream, Intray, IntrayEvent } from "@intray/sdk";

export interface FeedOptions {
  readonly client: Intray;
  readonly form: string | undefined;
  /** Where an earlier run left off. */
  readonly lastEventId: string | undefined;
  /** Times in a row that a lost connection is tried again; the SDK's own number when not given. */
  readonly retries: number | undefined;
  readonly signal: AbortSignal;
  readonly note: (sentence: string) => void;
}

export type FeedItem =
  | { readonly kind: "event"; readonly event: IntrayEvent }
  /** Everything from now on is told; whether something came before is for the lists to say. */
  | { readonly kind: "begun" }
  /** The server does not know what was missed. */
  | { readonly kind: "gap" };

/** As often as the SDK connects again. */
const MAX_CALL_RETRIES = 10;

/** Iterate it once. */
export class EventFeed {
  /** For calls about what the feed told: a server that restarts meanwhile must not end what outlives that. */
  readonly callOptions: Pick<CallOptions, "maxRetries" | "signal">;
  readonly #events: EventStream;
  #connections = 0;
  #opened = Promise.withResolvers<FeedItem>();
  /** Where the stream stood before what is being dealt with. */
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
          note(`${error.message} Trying again in ${(waitMs / 1_000).toFixed(1)} s.`),
      },
    );
  }

  /** Where another run goes on: behind all that was dealt with. `undefined` while nobody knows. */
  get position(): string | undefined {
    return this.#isProcessing ? this.#before : this.#events.lastEventId;
  }

  /** What comes, until the signal fires. @throws when the server refuses or cannot be reached again. */
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

  /** What was missed is known wherever the server has said where the stream stood. */
  #onConnect(note: (sentence: string) => void): void {
    this.#connections += 1;
    const isFirst = this.#connections === 1;
    if (!isFirst) note("Connected again.");
    const position = this.#events.lastEventId;
    if (isFirst) this.#opened.resolve({ kind: "begun" });
    else if (position === undefined || position === "") this.#opened.resolve({ kind: "gap" });
  }
}
