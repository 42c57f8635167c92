/** What happens on the server, as it happens. */
import { EventStream, type FollowOptions } from "./event-stream.ts";
import type { Transport } from "./http/transport.ts";

/** Which events, and from where on. */
export interface FollowParams {
  /** One form, by id or uuid; otherwise all that the key reaches. */
  readonly form_id?: number | string;
  /** The `id` of the last event that was dealt with; the server keeps them for a day. */
  readonly lastEventId?: string;
}

/** `client.events`. */
export class Events {
  readonly #transport: Transport;

  /** Made by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Connects when it is iterated, and again after every cut, behind the last event. */
  follow(params: FollowParams = {}, options: FollowOptions = {}): EventStream {
    return new EventStream(this.#transport, params, options);
  }
}
