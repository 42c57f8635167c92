/** Where submissions are pushed to. */
import type { operations } from "./generated/api.gen.ts";
import type { ByForm, CallOptions } from "./options.ts";
import { type PagePromise, paginate } from "./paginate.ts";
import { type ApiPromise, call } from "./http/request.ts";
import type {
  FormWebhook,
  FormWebhookInput,
  FormWebhookList,
  Preview,
  PreviewInput,
  RefireResult,
  SigningSecret,
} from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type ListParams = ByForm<NonNullable<operations["listFormWebhooks"]["parameters"]["query"]>>;

/** `client.webhooks`. */
export class Webhooks {
  readonly #transport: Transport;

  /** Made by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Of all forms, or of the one in `form_id`. Secrets are masked. */
  list(
    params: ListParams = {},
    options: CallOptions = {},
  ): PagePromise<FormWebhookList, FormWebhook> {
    return paginate(
      (query) =>
        call<FormWebhookList>(this.#transport, {
          operation: "listFormWebhooks",
          method: "GET",
          path: "/form_webhooks",
          query,
          ...options,
        }),
      (page) => page.form_webhooks,
      params,
    );
  }

  /** Secrets are masked; `signingSecret` shows the one that signs. */
  get(id: number, options: CallOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      operation: "getFormWebhook",
      method: "GET",
      path: ["form_webhooks", id],
      ...options,
    });
  }

  /** Makes a signing secret for it. */
  create(input: FormWebhookInput, options: CallOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      operation: "createFormWebhook",
      method: "POST",
      path: "/form_webhooks",
      json: input,
      ...options,
    });
  }

  /** Changes the members that are given. */
  update(id: number, input: FormWebhookInput, options: CallOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      operation: "updateFormWebhook",
      method: "PATCH",
      path: ["form_webhooks", id],
      json: input,
      ...options,
    });
  }

  /** By PUT, which the API gives the same meaning as {@link update}. */
  replace(id: number, input: FormWebhookInput, options: CallOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      operation: "replaceFormWebhook",
      method: "PUT",
      path: ["form_webhooks", id],
      json: input,
      ...options,
    });
  }

  /** Nothing is delivered to it any more. */
  delete(id: number, options: CallOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      operation: "deleteFormWebhook",
      method: "DELETE",
      path: ["form_webhooks", id],
      ...options,
    });
  }

  /** The secret that signs the deliveries. */
  signingSecret(id: number, options: CallOptions = {}): ApiPromise<SigningSecret> {
    return call(this.#transport, {
      operation: "getSigningSecret",
      method: "GET",
      path: ["form_webhooks", id, "signing_secret"],
      ...options,
    });
  }

  /** A new secret, at once; with `stage` the next one, with `activate` that one takes its place. */
  regenerateSecret(
    id: number,
    how: { readonly stage?: boolean; readonly activate?: boolean } = {},
    options: CallOptions = {},
  ): ApiPromise<SigningSecret> {
    return call(this.#transport, {
      operation: "regenerateSecret",
      method: "POST",
      path: ["form_webhooks", id, "regenerate_secret"],
      json: how,
      ...options,
    });
  }

  /** Prepares the next secret; deliveries are still signed with the present one. */
  stageSecret(id: number, options: CallOptions = {}): ApiPromise<SigningSecret> {
    return this.regenerateSecret(id, { stage: true }, options);
  }

  /** Signs with the staged secret from now on. */
  activateSecret(id: number, options: CallOptions = {}): ApiPromise<SigningSecret> {
    return this.regenerateSecret(id, { activate: true }, options);
  }

  /** One real delivery, tried once. */
  test(id: number, options: CallOptions = {}): ApiPromise<RefireResult> {
    return call(this.#transport, {
      operation: "testFormWebhook",
      method: "POST",
      path: ["form_webhooks", id, "test"],
      ...options,
    });
  }

  /** Renders a payload without sending it: of the named submission, or of a sample. */
  preview(input: PreviewInput, options: CallOptions = {}): ApiPromise<Preview> {
    return call(this.#transport, {
      operation: "previewFormWebhook",
      method: "POST",
      path: "/form_webhooks/preview",
      json: input,
      ...options,
    });
  }

  /** Sends again what failed since then, and was not sent since. The answer shows the first 100. */
  refireFailed(
    id: number,
    since: Date | string,
    options: CallOptions = {},
  ): ApiPromise<RefireResult> {
    return call(this.#transport, {
      operation: "refireFailedDeliveries",
      method: "POST",
      path: ["form_webhooks", id, "refire_failed"],
      json: { since },
      ...options,
    });
  }
}
