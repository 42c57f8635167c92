/** The files of submissions. */
import type { Readable } from "node:stream";
import type { CallOptions } from "./options.ts";
import { systemTime } from "./system.ts";
import { refusal, type Transport } from "./transport.ts";

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

  async download(id: number, options: CallOptions = {}): Promise<Download> {
    const { status, headers, body } = await this.#transport.stream({
      method: "GET",
      path: `/attachments/${id}`,
      ...options,
    });
    if (status >= 200 && status < 300) return { status, headers, body };
    throw refusal(
      { status, headers, bytes: Buffer.from(await body.arrayBuffer()) },
      systemTime.now(),
    );
  }
}
