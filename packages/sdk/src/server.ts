/** The server itself: none of it needs the client's key. */
import type { CallOptions } from "./options.ts";
import { type ApiPromise, call, callRaw } from "./http/request.ts";
import type { Health } from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

const UNREADY = 503;

/** `client.server`. */
export class Server {
  readonly #transport: Transport;

  /** Made by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** That the process answers. */
  health(options: CallOptions = {}): ApiPromise<Health> {
    return call(this.#transport, {
      operation: "getHealth",
      method: "GET",
      path: { outside: ["healthz"] },
      bearer: null,
      ...options,
    });
  }

  /** Whether posts can be stored: `status` is `ready`, or says why not. Asked once by default. */
  readiness(options: CallOptions = {}): ApiPromise<Health> {
    return call(this.#transport, {
      operation: "getReadiness",
      method: "GET",
      path: { outside: ["readyz"] },
      bearer: null,
      alsoTakes: UNREADY,
      maxRetries: 0,
      ...options,
    });
  }

  /** Prometheus text. `token` is the server's INTRAY_METRICS_TOKEN, which other machines need. */
  metrics({
    token,
    ...options
  }: CallOptions & { readonly token?: string } = {}): ApiPromise<string> {
    return this.#text(["metrics"], { bearer: token ?? null, ...options });
  }

  /** The API's reference as a web page. */
  docs(options: CallOptions = {}): ApiPromise<string> {
    return this.#text(["docs"], { bearer: null, ...options });
  }

  /** The API's document as this server has it. */
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
    outside: readonly string[],
    options: CallOptions & { readonly bearer: string | null },
  ): ApiPromise<string> {
    const headers = { accept: "*/*" };
    return callRaw(
      this.#transport,
      { method: "GET", path: { outside }, headers, ...options },
      ({ bytes }) => bytes.toString("utf8"),
    );
  }
}
