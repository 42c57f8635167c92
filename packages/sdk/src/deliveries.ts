/** Deliveries of every kind with their attempts. */
import type { ApiPromise } from "./http/request.ts";
import type { Transport } from "./http/transport.ts";
import type { CallOptions } from "./options.ts";
import { type QueryOf, Resource } from "./resource.ts";
import type { DeliverySend, DeliverySendResult, SendingProgress } from "./schemas.ts";
import { type BytesOf, getSentBody, type StoredBody } from "./sent-body.ts";

/** `client.deliveries`. */
export class Deliveries<Bytes> extends Resource {
  /** Lists deliveries, newest first. Filters: form, submission, kind, destination, state, time, HTTP status. */
  readonly list = this.listOperation("listDeliveries", (page) => page.deliveries);

  /** Gets one delivery. */
  readonly get = this.operation("getDelivery");

  /** Delivers again to the destination of this entry. */
  readonly refire = this.operation("refireDelivery");

  /** Takes back what {@link send} has made due and what was not attempted since. */
  readonly stop = this.operation("stopSendingDeliveries");

  readonly #transport: Transport;
  readonly #platform: BytesOf<Bytes>;

  /** Called by the client. */
  constructor(transport: Transport, platform: BytesOf<Bytes>) {
    super(transport);
    this.#transport = transport;
    this.#platform = platform;
  }

  /** Gets the bytes that were sent. 404 before the first attempt and after the retention period. */
  body(id: number, options: CallOptions = {}): ApiPromise<StoredBody<Bytes>> {
    return getSentBody(this.#transport, this.#platform, ["deliveries", id, "body"], options);
  }

  /**
   * Sends one batch of waiting and failed deliveries now, the oldest first, or only counts them with `dry_run`. What
   * the receiver has already accepted is left out. To send all, repeat with `cursor: next_cursor` until it is null.
   */
  send(which: DeliverySend = {}, options: CallOptions = {}): ApiPromise<DeliverySendResult> {
    return this.call("sendDeliveries", { json: which, ...options });
  }

  /** Counts what has become of deliveries since a time, such as the `started_at` of {@link send}. */
  progress(
    query: QueryOf<"getSendingProgress">,
    options: CallOptions = {},
  ): ApiPromise<SendingProgress> {
    return this.call("getSendingProgress", { query, ...options });
  }
}
