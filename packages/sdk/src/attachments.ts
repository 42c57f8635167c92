/** The files of submissions. */
import type { Download, DownloadOptions } from "./download-options.ts";
import { openDownload } from "./download.ts";
import type { Transport } from "./http/transport.ts";

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
