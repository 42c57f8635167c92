/** Deliveries of every kind with their attempts. */
import type { operations } from "./generated/api.gen.ts";
import { callList } from "./list-call.ts";
import type { ByForm, CallOptions } from "./options.ts";
import type { PagePromise } from "./paginate.ts";
import { type ApiPromise, call } from "./http/request.ts";
import { type BytesOf, getSentBody, type StoredBody } from "./sent-body.ts";
import type {
  Delivery,
  DeliveryList,
  DeliveryRefireResult,
  DeliverySend,
  DeliverySendResult,
  DeliveryStop,
  DeliveryStopResult,
  SendingProgress,
} from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type ListParams = ByForm<NonNullable<operations["listDeliveries"]["parameters"]["query"]>>;
type ProgressParams = ByForm<operations["getSendingProgress"]["parameters"]["query"]>;

/** `client.deliveries`. */
export class Deliveries<Bytes> {
  readonly #transport: Transport;
  readonly #platform: BytesOf<Bytes>;

  /** Called by the client. */
  constructor(transport: Transport, platform: BytesOf<Bytes>) {
    this.#transport = transport;
    this.#platform = platform;
  }

  /** Lists deliveries, newest first. Filters: form, submission, kind, destination, state, time, HTTP status. */
  list(params: ListParams = {}, options: CallOptions = {}): PagePromise<DeliveryList, Delivery> {
    return callList(
      this.#transport,
      {
        operation: "listDeliveries",
        path: "/deliveries",
        itemsOf: (page: DeliveryList) => page.deliveries,
      },
      params,
      options,
    );
  }

  /** Gets one delivery. */
  get(id: number, options: CallOptions = {}): ApiPromise<Delivery> {
    return call(this.#transport, {
      operation: "getDelivery",
      method: "GET",
      path: ["deliveries", id],
      ...options,
    });
  }

  /** Gets the bytes that were sent. 404 before the first attempt and after the retention period. */
  body(id: number, options: CallOptions = {}): ApiPromise<StoredBody<Bytes>> {
    return getSentBody(this.#transport, this.#platform, ["deliveries", id, "body"], options);
  }

  /** Delivers again to the destination of this entry. */
  refire(id: number, options: CallOptions = {}): ApiPromise<DeliveryRefireResult> {
    return call(this.#transport, {
      operation: "refireDelivery",
      method: "POST",
      path: ["deliveries", id, "refire"],
      ...options,
    });
  }

  /**
   * Sends one batch of waiting and failed deliveries now, the oldest first, or only counts them with `dry_run`. What
   * the receiver has already accepted is left out. To send all, repeat with `cursor: next_cursor` until it is null.
   */
  send(which: DeliverySend = {}, options: CallOptions = {}): ApiPromise<DeliverySendResult> {
    return call(this.#transport, {
      operation: "sendDeliveries",
      method: "POST",
      path: "/deliveries/send",
      json: which,
      ...options,
    });
  }

  /** Counts what has become of deliveries since a time, such as the `started_at` of {@link send}. */
  progress(params: ProgressParams, options: CallOptions = {}): ApiPromise<SendingProgress> {
    return call(this.#transport, {
      operation: "getSendingProgress",
      method: "GET",
      path: "/deliveries/progress",
      query: params,
      ...options,
    });
  }

  /** Takes back what {@link send} has made due and what was not attempted since. */
  stop(which: DeliveryStop, options: CallOptions = {}): ApiPromise<DeliveryStopResult> {
    return call(this.#transport, {
      operation: "stopSendingDeliveries",
      method: "POST",
      path: "/deliveries/stop",
      json: which,
      ...options,
    });
  }
}
