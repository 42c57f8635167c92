/** The client on Node. */
import { Client, type RawResponse as AnyRawResponse } from "./client.ts";
import type { Download as AnyDownload } from "./download.ts";
import { environmentVariable, type NodeTypes, nodePlatform } from "./http/node-platform.ts";
import { readLogLevel } from "./http/log.ts";
import type { IntrayOptions } from "./node-options.ts";
import type { StoredBody as AnyStoredBody } from "./resources.ts";

/** A server on the same machine, as for the CLI. */
const DEFAULT_BASE_URL = "http://127.0.0.1:8787";

/** A client for one server and one API key. Keeps connections open until it is closed. */
export class Intray extends Client<NodeTypes> {
  /**
   * @param options `baseUrl`, `apiKey` and `logLevel` default to INTRAY_BASE_URL, INTRAY_API_KEY and INTRAY_LOG of
   *   the environment.
   * @throws IntrayError of kind `usage` for an invalid base URL, key or option.
   */
  constructor(options: Partial<IntrayOptions> = {}) {
    const {
      baseUrl = environmentVariable("INTRAY_BASE_URL") ?? DEFAULT_BASE_URL,
      apiKey = environmentVariable("INTRAY_API_KEY") ?? "",
    } = options;
    const level = environmentVariable("INTRAY_LOG");
    const log = level === undefined ? {} : { logLevel: readLogLevel(level, "INTRAY_LOG") };
    const complete = { ...log, ...options, baseUrl, apiKey };
    super(complete, nodePlatform(complete));
  }
}

/** A complete response. */
export type RawResponse = AnyRawResponse<Buffer>;
/** A file as a stream. */
export type Download = AnyDownload<NodeTypes["stream"]>;
/** The payload of a delivery as it was sent. */
export type StoredBody = AnyStoredBody<Buffer>;
