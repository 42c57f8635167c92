/** Every delivery with its attempts. */
import type { operations } from "./generated/api.gen.ts";
import type { ByForm, CallOptions } from "./options.ts";
import { type PagePromise, paginate } from "./paginate.ts";
import { type ApiPromise, call, callRaw } from "./http/request.ts";
import type { RefireResult, WebhookLog, WebhookLogList } from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type ListParams = ByForm<NonNullable<operations["listWebhookLogs"]["parameters"]["query"]>>;

/** A payload as it went out. */
export interface StoredBody {
  readonly contentType: string | undefined;
  /** Never decoded: the signature is over these. */
  readonly bytes: Buffer;
}

/** `client.webhookLogs`. */
export class WebhookLogs {
  readonly #transport: Transport;

  /** Made by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Newest first, narrowed by form, webhook, state and time. */
  list(
    params: ListParams = {},
    options: CallOptions = {},
  ): PagePromise<WebhookLogList, WebhookLog> {
    return paginate(
      (query) =>
        call<WebhookLogList>(this.#transport, {
          operation: "listWebhookLogs",
          method: "GET",
          path: "/webhook_logs",
          query,
          ...options,
        }),
      (page) => page.webhook_logs,
      params,
    );
  }

  /** What became of one submission, newest first. */
  ofSubmission(
    submissionId: number,
    params: Pick<ListParams, "page" | "per_page" | "cursor"> = {},
    options: CallOptions = {},
  ): PagePromise<WebhookLogList, WebhookLog> {
    return paginate(
      (query) =>
        call<WebhookLogList>(this.#transport, {
          operation: "listSubmissionWebhookLogs",
          method: "GET",
          path: ["submissions", submissionId, "webhook_logs"],
          query,
          ...options,
        }),
      (page) => page.webhook_logs,
      params,
    );
  }

  /** The bytes that were sent, which the signature is over. Refused with 404 before and long after. */
  body(id: number, options: CallOptions = {}): ApiPromise<StoredBody> {
    return callRaw(
      this.#transport,
      {
        method: "GET",
        path: ["webhook_logs", id, "body"],
        headers: { accept: "*/*" },
        ...options,
      },
      ({ headers, bytes }) => ({ contentType: headers["content-type"], bytes }),
    );
  }

  /** That entry's webhook alone. */
  refire(id: number, options: CallOptions = {}): ApiPromise<RefireResult> {
    return call(this.#transport, {
      operation: "refireWebhookLog",
      method: "POST",
      path: ["webhook_logs", id, "refire"],
      ...options,
    });
  }
}
