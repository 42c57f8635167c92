/** The files of submissions. */
import type { Readable } from "node:stream";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

export interface Download {
  /** Consume or destroy it, or its connection stays open. */
  readonly body: Readable;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

export class Attachments {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** @throws ApiError when it is refused. */
  download(id: number, options: CallOptions = {}): Promise<Download> {
    return this.#transport.stream({ method: "GET", path: ["attachments", id], ...options });
  }
}
