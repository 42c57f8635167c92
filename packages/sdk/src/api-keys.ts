/** Who may ask. */
import type { operations } from "./generated/api.gen.ts";
import type { CallOptions } from "./options.ts";
import { type PagePromise, paginate } from "./paginate.ts";
import { type ApiPromise, call } from "./http/request.ts";
import type { ApiKey, ApiKeyInput, ApiKeyList, ApiKeyWithText } from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type ListParams = NonNullable<operations["listApiKeys"]["parameters"]["query"]>;

/** `client.apiKeys`. */
export class ApiKeys {
  readonly #transport: Transport;

  /** Made by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Without their texts, which are shown once, by `create`. */
  list(params: ListParams = {}, options: CallOptions = {}): PagePromise<ApiKeyList, ApiKey> {
    return paginate(
      (query) =>
        call<ApiKeyList>(this.#transport, {
          operation: "listApiKeys",
          method: "GET",
          path: "/api_keys",
          query,
          ...options,
        }),
      (page) => page.api_keys,
      params,
    );
  }

  /** The only answer that holds the text of the key. */
  create(input: ApiKeyInput, options: CallOptions = {}): ApiPromise<ApiKeyWithText> {
    return call(this.#transport, {
      operation: "createApiKey",
      method: "POST",
      path: "/api_keys",
      json: input,
      ...options,
    });
  }

  /** Revoked at once. */
  delete(id: number, options: CallOptions = {}): ApiPromise<ApiKey> {
    return call(this.#transport, {
      operation: "deleteApiKey",
      method: "DELETE",
      path: ["api_keys", id],
      ...options,
    });
  }
}
