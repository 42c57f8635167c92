/** Every delivery with its attempts. */
import type { operations } from "./generated/api.gen.ts";
import type { ByForm, CallOptions } from "./options.ts";
import { type PagePromise, paginate } from "./paginate.ts";
import { type ApiPromise, call } from "./request.ts";
import type { RefireResult, WebhookLog, WebhookLogList } from "./schemas.ts";
import type { Transport } from "./transport.ts";

type ListParams = ByForm<NonNullable<operations["listWebhookLogs"]["parameters"]["query"]>>;

export class WebhookLogs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(
    params: ListParams = {},
    options: CallOptions = {},
  ): PagePromise<WebhookLogList, WebhookLog> {
    return paginate(
      (query) =>
        call<WebhookLogList>(this.#transport, {
          method: "GET",
          path: "/webhook_logs",
          query,
          ...options,
        }),
      (page) => page.webhook_logs,
      params,
    );
  }

  ofSubmission(
    submissionId: number,
    params: Pick<ListParams, "page" | "per_page" | "cursor"> = {},
    options: CallOptions = {},
  ): PagePromise<WebhookLogList, WebhookLog> {
    const path = ["submissions", submissionId, "webhook_logs"];
    return paginate(
      (query) => call<WebhookLogList>(this.#transport, { method: "GET", path, query, ...options }),
      (page) => page.webhook_logs,
      params,
    );
  }

  /** That entry's webhook alone. */
  refire(id: number, options: CallOptions = {}): ApiPromise<RefireResult> {
    return call(this.#transport, {
      method: "POST",
      path: ["webhook_logs", id, "refire"],
      ...options,
    });
  }
}
