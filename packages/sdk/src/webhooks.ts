/** Where submissions are pushed to. */
import type { operations } from "./generated/api.gen.ts";
import type { ByForm, CallOptions } from "./options.ts";
import { type PagePromise, paginate } from "./paginate.ts";
import { type ApiPromise, call } from "./request.ts";
import type { FormWebhook, FormWebhookInput, FormWebhookList, SigningSecret } from "./schemas.ts";
import type { Transport } from "./transport.ts";

type ListParams = ByForm<NonNullable<operations["listFormWebhooks"]["parameters"]["query"]>>;

export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(
    params: ListParams = {},
    options: CallOptions = {},
  ): PagePromise<FormWebhookList, FormWebhook> {
    return paginate(
      (query) =>
        call<FormWebhookList>(this.#transport, {
          method: "GET",
          path: "/form_webhooks",
          query,
          ...options,
        }),
      (page) => page.form_webhooks,
      params,
    );
  }

  get(id: number, options: CallOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, { method: "GET", path: ["form_webhooks", id], ...options });
  }

  create(input: FormWebhookInput, options: CallOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      method: "POST",
      path: "/form_webhooks",
      json: input,
      ...options,
    });
  }

  /** Changes the members that are given. */
  update(id: number, input: FormWebhookInput, options: CallOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      method: "PATCH",
      path: ["form_webhooks", id],
      json: input,
      ...options,
    });
  }

  delete(id: number, options: CallOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, { method: "DELETE", path: ["form_webhooks", id], ...options });
  }

  /** The secret that signs the deliveries. */
  signingSecret(id: number, options: CallOptions = {}): ApiPromise<SigningSecret> {
    return call(this.#transport, {
      method: "GET",
      path: ["form_webhooks", id, "signing_secret"],
      ...options,
    });
  }

  /** A new secret, at once. */
  regenerateSecret(
    id: number,
    how: { readonly stage?: boolean; readonly activate?: boolean } = {},
    options: CallOptions = {},
  ): ApiPromise<SigningSecret> {
    const path = ["form_webhooks", id, "regenerate_secret"];
    return call(this.#transport, { method: "POST", path, json: how, ...options });
  }
}
