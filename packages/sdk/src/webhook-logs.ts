/** Webhook deliveries with their attempts. */
import type { ApiPromise } from "./http/request.ts";
import type { Transport } from "./http/transport.ts";
import type { CallOptions } from "./options.ts";
import { Resource } from "./resource.ts";
import { type BytesOf, getSentBody, type StoredBody } from "./sent-body.ts";

/** `client.webhookLogs`. */
export class WebhookLogs<Bytes> extends Resource {
  /** Lists deliveries, newest first. Filters: form, webhook, state, time. */
  readonly list = this.listOperation("listWebhookLogs", (page) => page.webhook_logs);

  /** Lists the deliveries of one submission, newest first. */
  readonly ofSubmission = this.listOperation(
    "listSubmissionWebhookLogs",
    (page) => page.webhook_logs,
  );

  /** Delivers again to the webhook of this entry. */
  readonly refire = this.operation("refireWebhookLog");

  readonly #transport: Transport;
  readonly #platform: BytesOf<Bytes>;

  /** Called by the client. */
  constructor(transport: Transport, platform: BytesOf<Bytes>) {
    super(transport);
    this.#transport = transport;
    this.#platform = platform;
  }

  /** Gets the bytes that were sent and signed. 404 before the first attempt and after the retention period. */
  body(id: number, options: CallOptions = {}): ApiPromise<StoredBody<Bytes>> {
    return getSentBody(this.#transport, this.#platform, ["webhook_logs", id, "body"], options);
  }
}
