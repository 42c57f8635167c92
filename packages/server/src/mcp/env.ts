/** What the tools of agents need of the server. */
import type { HttpBindings } from "@hono/node-server";
import type { Caller } from "../api/http/caller.ts";
import type { ApiParts } from "../api/http/env.ts";
import type { RateLimit } from "../platform/rate-limit.ts";

export interface McpSettings {
  /** `read`: without the tools that change something. */
  readonly tools: "off" | "read" | "change";
  /** Requests of one key. */
  readonly rate: RateLimit;
}

export interface McpParts extends Pick<
  ApiParts,
  "store" | "clock" | "log" | "clientAddress" | "bodies" | "keyRates" | "random" | "takesKeysInUrls"
> {
  readonly mcp: McpSettings;
  readonly publicUrl: () => string;
  /** `undefined` if the server does not answer to the host of the request. */
  readonly knownHost: (incoming: HttpBindings["incoming"]) => string | undefined;
  /** Handles a request to `/api/v1` in this process, with the rights of the caller. */
  readonly callApi: (
    request: Request,
    bindings: HttpBindings,
    caller: () => Promise<Caller>,
  ) => Response | Promise<Response>;
}
