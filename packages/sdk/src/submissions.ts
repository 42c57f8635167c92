/** What came in. */
import type { operations } from "./generated/api.gen.ts";
import type { ByForm, CallOptions } from "./options.ts";
import { type PagePromise, paginate } from "./paginate.ts";
import { type ApiPromise, call } from "./request.ts";
import type {
  BulkRefireResult,
  RefireResult,
  Submission,
  SubmissionChange,
  SubmissionList,
} from "./schemas.ts";
import type { Transport } from "./transport.ts";

type Query<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;
/** Filters, order and page; names as on the wire. */
export type SubmissionListParams = ByForm<Query<"listSubmissions">>;
export type FormSubmissionsParams = Query<"listFormSubmissions">;

export class Submissions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Newest first unless `order_by` says otherwise. */
  list(
    params: SubmissionListParams = {},
    options: CallOptions = {},
  ): PagePromise<SubmissionList, Submission> {
    return paginate(
      (query) =>
        call<SubmissionList>(this.#transport, {
          method: "GET",
          path: "/submissions",
          query,
          ...options,
        }),
      (page) => page.submissions,
      params,
    );
  }

  get(id: number, options: CallOptions = {}): ApiPromise<Submission> {
    return call(this.#transport, { method: "GET", path: ["submissions", id], ...options });
  }

  update(id: number, change: SubmissionChange, options: CallOptions = {}): ApiPromise<Submission> {
    const json = { submission: change };
    return call(this.#transport, { method: "PATCH", path: ["submissions", id], json, ...options });
  }

  /** The acknowledgement: it leaves the queue. */
  markRead(id: number, options: CallOptions = {}): ApiPromise<Submission> {
    return this.update(id, { read: true }, options);
  }

  /** For good, with its files. */
  delete(id: number, options: CallOptions = {}): ApiPromise<Submission> {
    return call(this.#transport, { method: "DELETE", path: ["submissions", id], ...options });
  }

  /** Sends it to every enabled webhook of its form again. */
  refireWebhooks(id: number, options: CallOptions = {}): ApiPromise<RefireResult> {
    return call(this.#transport, {
      method: "POST",
      path: ["submissions", id, "refire_webhooks"],
      ...options,
    });
  }

  /** Up to 1,000 at once. */
  refireWebhooksBulk(
    ids: readonly number[],
    options: CallOptions = {},
  ): ApiPromise<BulkRefireResult> {
    const json = { submission_ids: ids };
    return call(this.#transport, {
      method: "POST",
      path: "/submissions/refire_webhooks",
      json,
      ...options,
    });
  }

  /** A form's own, oldest first, as a bare array: all of them unless a page is asked for. */
  ofForm(
    form: number | string,
    params: FormSubmissionsParams = {},
    options: CallOptions = {},
  ): ApiPromise<Submission[]> {
    return call(this.#transport, {
      method: "GET",
      path: ["forms", form, "submissions"],
      query: params,
      ...options,
    });
  }
}
