/** Webhooks, which receive submissions. */
import type { ApiPromise } from "./http/request.ts";
import type { CallOptions } from "./options.ts";
import { Resource } from "./resource.ts";
import type { RefireResult, SigningSecret } from "./schemas.ts";

/** `client.webhooks`. */
export class Webhooks extends Resource {
  /** Lists the webhooks of all forms, or of the form in `form_id`. Secrets are masked. */
  readonly list = this.listOperation("listFormWebhooks", (page) => page.form_webhooks);

  /** Gets a webhook. Secrets are masked; `signingSecret` returns the signing secret. */
  readonly get = this.operation("getFormWebhook");

  /** Creates a webhook with a new signing secret. */
  readonly create = this.operation("createFormWebhook");

  /** Changes the given members. */
  readonly update = this.operation("updateFormWebhook");

  /** Sends a PUT, which the API treats like {@link update}. */
  readonly replace = this.operation("replaceFormWebhook");

  /** Deletes a webhook. Nothing is delivered to it any more. */
  readonly delete = this.operation("deleteFormWebhook");

  /** Gets the secret that signs the deliveries. */
  readonly signingSecret = this.operation("getSigningSecret");

  /** Sends one real test delivery, with a single attempt. */
  readonly test = this.operation("testFormWebhook");

  /** Renders the payload of a submission or of a sample, without sending it. */
  readonly preview = this.operation("previewFormWebhook");

  /** Replaces the secret at once; `stage` prepares the next one, `activate` starts to use it. */
  regenerateSecret(
    id: number,
    how: { readonly stage?: boolean; readonly activate?: boolean } = {},
    options: CallOptions = {},
  ): ApiPromise<SigningSecret> {
    return this.call("regenerateSecret", { at: id, json: how, ...options });
  }

  /** Prepares the next secret. Deliveries are still signed with the current one. */
  stageSecret(id: number, options: CallOptions = {}): ApiPromise<SigningSecret> {
    return this.regenerateSecret(id, { stage: true }, options);
  }

  /** Signs with the staged secret from now on. */
  activateSecret(id: number, options: CallOptions = {}): ApiPromise<SigningSecret> {
    return this.regenerateSecret(id, { activate: true }, options);
  }

  /** Sends deliveries again that failed since a time and have not been sent since. The response lists the first 100. */
  refireFailed(
    id: number,
    since: Date | string,
    options: CallOptions = {},
  ): ApiPromise<RefireResult> {
    return this.call("refireFailedDeliveries", { at: id, json: { since }, ...options });
  }
}
