/** The files of submissions. */
import type { Readable } from "node:stream";
import type { CallOptions } from "./options.ts";
import { openDownload } from "./download.ts";
import type { Transport } from "./http/transport.ts";

/** A file on its way. */
export interface Download {
  /** Consume or destroy it, or its connection stays open. */
  readonly body: Readable;
  readonly headers: Readonly<Record<string, string>>;
  /** 206 for a part of the file. */
  readonly status: number;
}

/** Which part, and what to do when it breaks off. */
export interface DownloadOptions extends CallOptions {
  /** From byte `start` to byte `end`, both included; without `end` all the rest. */
  readonly range?: { readonly start: number; readonly end?: number };
  /** Goes on behind the last byte when the connection is cut, up to `maxRetries` times; default true. */
  readonly resume?: boolean;
}

/** `client.attachments`. */
export class Attachments {
  readonly #transport: Transport;

  /** Made by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** @throws ApiError when it is refused. */
  download(id: number, options: DownloadOptions = {}): Promise<Download> {
    return openDownload(this.#transport, { path: ["attachments", id] }, options);
  }

  /** By the token of its `public_url`, without the key. @throws ApiError when it is refused. */
  downloadPublic(token: string, options: DownloadOptions = {}): Promise<Download> {
    const path = ["attachments", token, "public"];
    return openDownload(this.#transport, { path, bearer: null }, options);
  }
}
