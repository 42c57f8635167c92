/** Operations of the server itself. None of them sends the client's API key. */
import type { CallOptions } from "./options.ts";
import { type ApiPromise, call, callRaw } from "./http/request.ts";
import type { Health } from "./schemas.ts";
import { textOf } from "./http/text.ts";
import type { Transport } from "./http/transport.ts";

const NOT_READY_STATUS = 503;

/** `client.server`. */
export class Server {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Whether the process responds. */
  health(options: CallOptions = {}): ApiPromise<Health> {
    return call(this.#transport, {
      operation: "getHealth",
      method: "GET",
      path: { outsideApi: ["healthz"] },
      bearer: null,
      ...options,
    });
  }

  /** Whether posts can be stored: `status` is `ready` or the reason. Not retried by default. */
  readiness(options: CallOptions = {}): ApiPromise<Health> {
    return call(this.#transport, {
      operation: "getReadiness",
      method: "GET",
      path: { outsideApi: ["readyz"] },
      bearer: null,
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

  /** The OpenAPI document of this server. */
  openapi(options: CallOptions = {}): ApiPromise<Readonly<Record<string, unknown>>> {
    return call(this.#transport, {
      operation: "getOpenapi",
      method: "GET",
      path: "/openapi.json",
      bearer: null,
      ...options,
    });
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
