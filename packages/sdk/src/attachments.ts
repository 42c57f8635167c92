/** Files of submissions. */
import type { Download, DownloadOptions } from "./download-options.ts";
import { openDownload } from "./download.ts";
import type { Transport } from "./http/transport.ts";

/** `client.attachments`. */
export class Attachments {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Downloads a file. @throws ApiError if the server rejects the request. */
  download(id: number, options: DownloadOptions = {}): Promise<Download> {
    return openDownload(this.#transport, { path: ["attachments", id] }, options);
  }

  /** Downloads a file by the token in its `public_url`, without the API key. @throws ApiError if the server rejects the request. */
  downloadPublic(token: string, options: DownloadOptions = {}): Promise<Download> {
    const path = ["attachments", token, "public"];
    return openDownload(this.#transport, { path, bearer: null }, options);
  }
}
