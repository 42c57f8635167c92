/** Operations of the server itself. None of them sends the client's API key. */
import type { CallOptions } from "./options.ts";
import { Resource } from "./resource.ts";
import { type ApiPromise, callRaw } from "./http/request.ts";
import type { Health } from "./schemas.ts";
import { textOf } from "./http/text.ts";
import type { Transport } from "./http/transport.ts";

const NOT_READY_STATUS = 503;

/** `client.server`. */
export class Server extends Resource {
  /** Whether the process responds. */
  readonly health = this.operation("getHealth");

  /** The OpenAPI document of this server. */
  readonly openapi = this.operation("getOpenapi");

  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    super(transport);
    this.#transport = transport;
  }

  /** Whether posts can be stored: `status` is `ready` or the reason. Not retried by default. */
  readiness(options: CallOptions = {}): ApiPromise<Health> {
    return this.call("getReadiness", {
      alsoAccepts: NOT_READY_STATUS,
      maxRetries: 0,
      ...options,
    });
  }

  /** Metrics as Prometheus text. Other machines need the server's INTRAY_METRICS_TOKEN as `token`. */
  metrics({
    token,
    ...options
  }: CallOptions & { readonly token?: string } = {}): ApiPromise<string> {
    return this.#text(["metrics"], { bearer: token ?? null, ...options });
  }

  /** The API reference as HTML. */
  docs(options: CallOptions = {}): ApiPromise<string> {
    return this.#text(["docs"], { bearer: null, ...options });
  }

  #text(
    outsideApi: readonly string[],
    options: CallOptions & { readonly bearer: string | null },
  ): ApiPromise<string> {
    const headers = { accept: "*/*" };
    return callRaw(
      this.#transport,
      { method: "GET", path: { outsideApi }, headers, ...options },
      ({ bytes }) => textOf(bytes),
    );
  }
}
