/** Deliveries of every kind with their attempts. */
import type { operations } from "./generated/api.gen.ts";
import { callList } from "./list-call.ts";
import type { ByForm, CallOptions } from "./options.ts";
import type { PagePromise } from "./paginate.ts";
import { type ApiPromise, call } from "./http/request.ts";
import { getSentBody, type StoredBody } from "./sent-body.ts";
import type { Delivery, DeliveryList, DeliveryRefireResult } from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type ListParams = ByForm<NonNullable<operations["listDeliveries"]["parameters"]["query"]>>;

/** `client.deliveries`. */
export class Deliveries {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists deliveries, newest first. Filters: form, submission, kind, destination, state, time. */
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
  body(id: number, options: CallOptions = {}): ApiPromise<StoredBody> {
    return getSentBody(this.#transport, ["deliveries", id, "body"], options);
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
}
