/** Webhook deliveries with their attempts. */
import type { operations } from "./generated/api.gen.ts";
import { callList } from "./list-call.ts";
import type { ByForm, CallOptions } from "./options.ts";
import type { PagePromise } from "./paginate.ts";
import { type ApiPromise, call } from "./http/request.ts";
import { type BytesOf, getSentBody, type StoredBody } from "./sent-body.ts";
import type { RefireResult, WebhookLog, WebhookLogList } from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type ListParams = ByForm<NonNullable<operations["listWebhookLogs"]["parameters"]["query"]>>;

/** `client.webhookLogs`. */
export class WebhookLogs<Bytes> {
  readonly #transport: Transport;
  readonly #platform: BytesOf<Bytes>;

  /** Called by the client. */
  constructor(transport: Transport, platform: BytesOf<Bytes>) {
    this.#transport = transport;
    this.#platform = platform;
  }

  /** Lists deliveries, newest first. Filters: form, webhook, state, time. */
  list(
    params: ListParams = {},
    options: CallOptions = {},
  ): PagePromise<WebhookLogList, WebhookLog> {
    return callList(
      this.#transport,
      {
        operation: "listWebhookLogs",
        path: "/webhook_logs",
        itemsOf: (page: WebhookLogList) => page.webhook_logs,
      },
      params,
      options,
    );
  }

  /** Lists the deliveries of one submission, newest first. */
  ofSubmission(
    submissionId: number,
    params: Pick<ListParams, "page" | "per_page" | "cursor"> = {},
    options: CallOptions = {},
  ): PagePromise<WebhookLogList, WebhookLog> {
    return callList(
      this.#transport,
      {
        operation: "listSubmissionWebhookLogs",
        path: ["submissions", submissionId, "webhook_logs"],
        itemsOf: (page: WebhookLogList) => page.webhook_logs,
      },
      params,
      options,
    );
  }

  /** Gets the bytes that were sent and signed. 404 before the first attempt and after the retention period. */
  body(id: number, options: CallOptions = {}): ApiPromise<StoredBody<Bytes>> {
    return getSentBody(this.#transport, this.#platform, ["webhook_logs", id, "body"], options);
  }

  /** Delivers again to the webhook of this entry. */
  refire(id: number, options: CallOptions = {}): ApiPromise<RefireResult> {
    return call(this.#transport, {
      operation: "refireWebhookLog",
      method: "POST",
      path: ["webhook_logs", id, "refire"],
      ...options,
    });
  }
}
