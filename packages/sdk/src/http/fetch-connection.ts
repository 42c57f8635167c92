/** Sends requests with fetch, on every platform that has it. */
import { RedirectError } from "../errors.ts";
import type { Fetch } from "../options.ts";
import type { Answer } from "./exchange.ts";
import type { ReadAnswer } from "./error-response.ts";
import { FetchBody, networkError } from "./fetch-body.ts";
import type { Connection, PlainRequest } from "./platform.ts";

/** Connections belong to the platform: there is nothing to close. */
export class FetchConnection implements Connection {
  readonly proxy = undefined;
  readonly #fetch: Fetch;

  constructor(send: Fetch) {
    this.#fetch = send;
  }

  async exchange(url: string, one: PlainRequest): Promise<ReadAnswer> {
    const response = await this.#send(url, one);
    try {
      return { ...headOf(response), bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch (cause) {
      throw networkError(cause);
    }
  }

  async request(url: string, one: PlainRequest): Promise<Answer> {
    const response = await this.#send(url, one);
    return { ...headOf(response), body: new FetchBody(response, one.bodyTimeoutMs) };
  }

  async close(): Promise<void> {}

  async #send(url: string, one: PlainRequest): Promise<Response> {
    const { method, headers, signal } = one;
    const body =
      one.body === undefined ? {} : { body: one.body as NonNullable<RequestInit["body"]> };
    let response: Response;
    try {
      response = await this.#fetch(url, { method, headers, signal, redirect: "manual", ...body });
    } catch (cause) {
      throw networkError(cause);
    }
    const { status, type } = response;
    // Browsers hide the status and the address of a redirect.
    if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
      void response.body?.cancel().catch(() => undefined);
      throw new RedirectError(status, response.headers.get("location") ?? undefined);
    }
    return response;
  }
}

function headOf({ status, headers }: Response) {
  return { status, headers: Object.fromEntries(headers.entries()) };
}
