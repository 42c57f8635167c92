/** API keys. */
import { Resource } from "./resource.ts";

/** `client.apiKeys`. */
export class ApiKeys extends Resource {
  /** Lists the keys without their texts. Only `create` returns the text of a key. */
  readonly list = this.listOperation("listApiKeys", (page) => page.api_keys);

  /** Creates a key. Only this response holds the text of the key. */
  readonly create = this.operation("createApiKey");

  /** Revokes the key at once. */
  readonly delete = this.operation("deleteApiKey");
}
