/** What came in. */
import type { operations } from "./generated/api.gen.ts";
import { intakeBody, type IntakeFields } from "./http/intake-body.ts";
import type { ByForm, CallOptions } from "./options.ts";
import { jsonPageOf, type JsonPage } from "./http/json-page.ts";
import { type PagePromise, paginate } from "./paginate.ts";
import { type ApiPromise, apiPromise, call, callRaw } from "./http/request.ts";
import type {
  BulkRefireResult,
  BulkResult,
  Claim,
  ClaimResult,
  Extend,
  PostResult,
  RefireResult,
  Release,
  ReleaseResult,
  Submission,
  SubmissionChange,
  SubmissionList,
} from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type Query<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;
/** Filters, order and page; names as on the wire. */
export type SubmissionListParams = ByForm<Query<"listSubmissions">>;
/** A page, or everything since a time. */
export type FormSubmissionsParams = Query<"listFormSubmissions">;

/** `client.submissions`. */
export class Submissions {
  readonly #transport: Transport;

  /** Made by the client. */
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
          operation: "listSubmissions",
          method: "GET",
          path: "/submissions",
          query,
          ...options,
        }),
      (page) => page.submissions,
      params,
    );
  }

  /**
   * Every page of the same list, with each record as its JSON on one line: for who passes records on
   * and need not look into them. They are JSON, but not held against the API's document.
   */
  listJson(
    params: SubmissionListParams = {},
    options: CallOptions = {},
  ): AsyncIterable<JsonPage<SubmissionList["meta"]>> {
    return paginate(
      (query) =>
        callRaw(
          this.#transport,
          { method: "GET", path: "/submissions", query, ...options },
          (answer) => jsonPageOf<SubmissionList["meta"]>(answer, "submissions"),
        ),
      (page) => page.items,
      params,
      () => true,
    ).pages();
  }

  /** One record, whatever its marks. */
  get(id: number, options: CallOptions = {}): ApiPromise<Submission> {
    return call(this.#transport, {
      operation: "getSubmission",
      method: "GET",
      path: ["submissions", id],
      ...options,
    });
  }

  /**
   * Posts to a form as its page would, without the key. Spam is stored too, and answered alike.
   * A `FormData` may hold files, and is read into memory.
   */
  create(
    form: number | string,
    fields: IntakeFields | FormData,
    options: CallOptions = {},
  ): ApiPromise<PostResult> {
    return apiPromise(async () =>
      call<PostResult>(this.#transport, {
        operation: "postForm",
        method: "POST",
        path: { outside: ["f", form] },
        bearer: null,
        ...(await intakeBody(fields)),
        ...options,
      }).withResponse(),
    );
  }

  /** Marks it; members that are left out stay as they are. */
  update(id: number, change: SubmissionChange, options: CallOptions = {}): ApiPromise<Submission> {
    return call(this.#transport, {
      operation: "updateSubmission",
      method: "PATCH",
      path: ["submissions", id],
      json: { submission: change },
      ...options,
    });
  }

  /** The acknowledgement: it leaves the queue, leased or not. */
  markRead(id: number, options: CallOptions = {}): ApiPromise<Submission> {
    return this.update(id, { read: true }, options);
  }

  /** The same change for up to 1,000 at once; the answer says what became of each. */
  updateBulk(
    ids: readonly number[],
    change: SubmissionChange,
    options: CallOptions = {},
  ): ApiPromise<BulkResult> {
    return call(this.#transport, {
      operation: "bulkUpdateSubmissions",
      method: "POST",
      path: "/submissions/bulk",
      json: { submission_ids: ids, set: change },
      ...options,
    });
  }

  /** For good, with its files. */
  delete(id: number, options: CallOptions = {}): ApiPromise<Submission> {
    return call(this.#transport, {
      operation: "deleteSubmission",
      method: "DELETE",
      path: ["submissions", id],
      ...options,
    });
  }

  /** Leases up to 100 to one consumer: nobody else is given them until the lease ends. */
  claim(params: Claim, options: CallOptions = {}): ApiPromise<ClaimResult> {
    return call(this.#transport, {
      operation: "claimSubmissions",
      method: "POST",
      path: "/submissions/claim",
      json: params,
      ...options,
    });
  }

  /** Gives leased ones back: at once, after a while, or as dead. Refused once the lease is lost. */
  release(release: Release, options: CallOptions = {}): ApiPromise<ReleaseResult> {
    return call(this.#transport, {
      operation: "releaseSubmissions",
      method: "POST",
      path: "/submissions/release",
      json: release,
      ...options,
    });
  }

  /** Keeps leased ones longer. Refused once the lease is lost. */
  extend(extend: Extend, options: CallOptions = {}): ApiPromise<ClaimResult> {
    return call(this.#transport, {
      operation: "extendSubmissionLeases",
      method: "POST",
      path: "/submissions/extend",
      json: extend,
      ...options,
    });
  }

  /** Sends it to every enabled webhook of its form again. */
  refireWebhooks(id: number, options: CallOptions = {}): ApiPromise<RefireResult> {
    return call(this.#transport, {
      operation: "refireSubmissionWebhooks",
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
    return call(this.#transport, {
      operation: "bulkRefireWebhooks",
      method: "POST",
      path: "/submissions/refire_webhooks",
      json: { submission_ids: ids },
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
      operation: "listFormSubmissions",
      method: "GET",
      path: ["forms", form, "submissions"],
      query: params,
      ...options,
    });
  }
}
