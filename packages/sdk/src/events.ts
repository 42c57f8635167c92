/** The event stream. */
import type { FollowParams } from "./follow-params.ts";
import { EventStream, type FollowOptions } from "./event-stream.ts";
import type { Transport } from "./http/transport.ts";

/** `client.events`. */
export class Events {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns a stream that connects when iterated, and reconnects after the last event if it breaks. */
  follow(params: FollowParams = {}, options: FollowOptions = {}): EventStream {
    return new EventStream(this.#transport, params, options);
  }
}
