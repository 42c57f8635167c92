/** API keys. */
import type { operations } from "./generated/api.gen.ts";
import { callList } from "./list-call.ts";
import type { CallOptions } from "./options.ts";
import type { PagePromise } from "./paginate.ts";
import { type ApiPromise, call } from "./http/request.ts";
import type { ApiKey, ApiKeyInput, ApiKeyList, ApiKeyWithText } from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type ListParams = NonNullable<operations["listApiKeys"]["parameters"]["query"]>;

/** `client.apiKeys`. */
export class ApiKeys {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the keys without their texts. Only `create` returns the text of a key. */
  list(params: ListParams = {}, options: CallOptions = {}): PagePromise<ApiKeyList, ApiKey> {
    return callList(
      this.#transport,
      { operation: "listApiKeys", path: "/api_keys", itemsOf: (page: ApiKeyList) => page.api_keys },
      params,
      options,
    );
  }

  /** Creates a key. Only this response holds the text of the key. */
  create(input: ApiKeyInput, options: CallOptions = {}): ApiPromise<ApiKeyWithText> {
    return call(this.#transport, {
      operation: "createApiKey",
      method: "POST",
      path: "/api_keys",
      json: input,
      ...options,
    });
  }

  /** Revokes the key at once. */
  delete(id: number, options: CallOptions = {}): ApiPromise<ApiKey> {
    return call(this.#transport, {
      operation: "deleteApiKey",
      method: "DELETE",
      path: ["api_keys", id],
      ...options,
    });
  }
}
