/** Webhooks, which receive submissions. */
import type { operations } from "./generated/api.gen.ts";
import { callList } from "./list-call.ts";
import type { ByForm, CallOptions, ChangeOptions } from "./options.ts";
import type { PagePromise } from "./paginate.ts";
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

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the webhooks of all forms, or of the form in `form_id`. Secrets are masked. */
  list(
    params: ListParams = {},
    options: CallOptions = {},
  ): PagePromise<FormWebhookList, FormWebhook> {
    return callList(
      this.#transport,
      {
        operation: "listFormWebhooks",
        path: "/form_webhooks",
        itemsOf: (page: FormWebhookList) => page.form_webhooks,
      },
      params,
      options,
    );
  }

  /** Gets a webhook. Secrets are masked; `signingSecret` returns the signing secret. */
  get(id: number, options: CallOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      operation: "getFormWebhook",
      method: "GET",
      path: ["form_webhooks", id],
      ...options,
    });
  }

  /** Creates a webhook with a new signing secret. */
  create(input: FormWebhookInput, options: CallOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      operation: "createFormWebhook",
      method: "POST",
      path: "/form_webhooks",
      json: input,
      ...options,
    });
  }

  /** Changes the given members. */
  update(
    id: number,
    input: FormWebhookInput,
    options: ChangeOptions = {},
  ): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      operation: "updateFormWebhook",
      method: "PATCH",
      path: ["form_webhooks", id],
      json: input,
      ...options,
    });
  }

  /** Sends a PUT, which the API treats like {@link update}. */
  replace(
    id: number,
    input: FormWebhookInput,
    options: ChangeOptions = {},
  ): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      operation: "replaceFormWebhook",
      method: "PUT",
      path: ["form_webhooks", id],
      json: input,
      ...options,
    });
  }

  /** Deletes a webhook. Nothing is delivered to it any more. */
  delete(id: number, options: ChangeOptions = {}): ApiPromise<FormWebhook> {
    return call(this.#transport, {
      operation: "deleteFormWebhook",
      method: "DELETE",
      path: ["form_webhooks", id],
      ...options,
    });
  }

  /** Gets the secret that signs the deliveries. */
  signingSecret(id: number, options: CallOptions = {}): ApiPromise<SigningSecret> {
    return call(this.#transport, {
      operation: "getSigningSecret",
      method: "GET",
      path: ["form_webhooks", id, "signing_secret"],
      ...options,
    });
  }

  /** Replaces the secret at once; `stage` prepares the next one, `activate` starts to use it. */
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

  /** Prepares the next secret. Deliveries are still signed with the current one. */
  stageSecret(id: number, options: CallOptions = {}): ApiPromise<SigningSecret> {
    return this.regenerateSecret(id, { stage: true }, options);
  }

  /** Signs with the staged secret from now on. */
  activateSecret(id: number, options: CallOptions = {}): ApiPromise<SigningSecret> {
    return this.regenerateSecret(id, { activate: true }, options);
  }

  /** Sends one real test delivery, with a single attempt. */
  test(id: number, options: CallOptions = {}): ApiPromise<RefireResult> {
    return call(this.#transport, {
      operation: "testFormWebhook",
      method: "POST",
      path: ["form_webhooks", id, "test"],
      ...options,
    });
  }

  /** Renders the payload of a submission or of a sample, without sending it. */
  preview(input: PreviewInput, options: CallOptions = {}): ApiPromise<Preview> {
    return call(this.#transport, {
      operation: "previewFormWebhook",
      method: "POST",
      path: "/form_webhooks/preview",
      json: input,
      ...options,
    });
  }

  /** Sends deliveries again that failed since a time and have not been sent since. The response lists the first 100. */
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
