/** The client for platforms with fetch: workers, Deno, Bun, browsers. Uses no module of Node, undici or zod. */
import { Client, type RawResponse as AnyRawResponse } from "./client.ts";
import type { Download as AnyDownload } from "./download.ts";
import { type WebTypes, webPlatform } from "./http/web-platform.ts";
import type { ClientOptions } from "./options.ts";
import type { StoredBody as AnyStoredBody } from "./resources.ts";

export * from "./portable.ts";
/** Options of a client. `CallOptions` override the limits for one call. */
export type IntrayOptions = ClientOptions;

/** A client for one server and one API key. */
export class Intray extends Client<WebTypes> {
  /** @throws IntrayError of kind `usage` for an invalid base URL or key. */
  constructor(options: ClientOptions) {
    super(options, webPlatform);
  }
}

/** A complete response. */
export type RawResponse = AnyRawResponse<Uint8Array>;
/** A file as a stream. */
export type Download = AnyDownload<WebTypes["stream"]>;
/** The payload of a delivery as it was sent. */
export type StoredBody = AnyStoredBody<Uint8Array>;
