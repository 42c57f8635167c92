/** Files of submissions. */
import type { Download, DownloadOptions } from "./download-options.ts";
import { openDownload, type StreamOf } from "./download.ts";
import type { Transport } from "./http/transport.ts";

/** `client.attachments`. */
export class Attachments<Stream> {
  readonly #transport: Transport;
  readonly #platform: StreamOf<Stream>;

  /** Called by the client. */
  constructor(transport: Transport, platform: StreamOf<Stream>) {
    this.#transport = transport;
    this.#platform = platform;
  }

  /** Downloads a file. @throws ApiError if the server rejects the request. */
  download(id: number, options: DownloadOptions = {}): Promise<Download<Stream>> {
    return openDownload(this.#transport, this.#platform, { path: ["attachments", id] }, options);
  }

  /** Downloads a file by the token in its `public_url`, without the API key. @throws ApiError if the server rejects the request. */
  downloadPublic(token: string, options: DownloadOptions = {}): Promise<Download<Stream>> {
    const path = ["attachments", token, "public"];
    return openDownload(this.#transport, this.#platform, { path, bearer: null }, options);
  }
}
