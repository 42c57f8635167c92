/** What happens on the server, as it happens. */
import type { FollowParams } from "./follow-params.ts";
import { EventStream, type FollowOptions } from "./event-stream.ts";
import type { Transport } from "./http/transport.ts";

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
