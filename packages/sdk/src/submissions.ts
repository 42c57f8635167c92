/** Submissions. */
import type { operations } from "./generated/api.gen.ts";
import { intakeBody, type IntakeFields } from "./http/intake-body.ts";
import { callList } from "./list-call.ts";
import type { ByForm, CallOptions, ChangeOptions } from "./options.ts";
import { jsonPageOf, type JsonPage } from "./json/json-page.ts";
import { type PagePromise, paginate } from "./paginate.ts";
import { type ApiPromise, apiPromise, call, callRaw } from "./http/request.ts";
import type {
  BulkChange,
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
  UndoResult,
} from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type Query<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;
/** Filters, order and page, with the API's names. */
export type SubmissionListParams = ByForm<Query<"listSubmissions">>;
/** A page, or all submissions since a time. */
export type FormSubmissionsParams = Query<"listFormSubmissions">;

/** Options of {@link Submissions.get}. */
export interface GetOptions extends CallOptions {
  /** Members that are otherwise absent. They need an account key. */
  readonly include?: readonly ("notes" | "replies")[];
}

/** Options of {@link Submissions.update}. */
export interface UpdateOptions extends ChangeOptions {
  /** The uid that the submission must have; another one with the same id is left alone: 404. */
  readonly uid?: string;
}

/** Options of {@link Submissions.updateBulk}. */
export interface BulkUpdateOptions extends CallOptions {
  /** The uid that each submission must have, in the order of the ids; for another one: `not_found`. */
  readonly uids?: readonly string[];
  /** A random name, 16 to 64 letters and digits, by which {@link Submissions.undo} undoes the change for seven days. */
  readonly undo?: string;
}

/** `client.submissions`. */
export class Submissions {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists submissions, newest first unless `order_by` is set. */
  list(
    params: SubmissionListParams = {},
    options: CallOptions = {},
  ): PagePromise<SubmissionList, Submission> {
    return callList(
      this.#transport,
      {
        operation: "listSubmissions",
        path: "/submissions",
        itemsOf: (page: SubmissionList) => page.submissions,
      },
      params,
      options,
    );
  }

  /**
   * Yields the pages of the same list with each record as JSON text on one line, for programs that pass
   * records on without reading them. The records are valid JSON but not validated.
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
          (answer) =>
            jsonPageOf<SubmissionList["meta"]>(answer, "submissions", this.#transport.isUtf8),
        ),
      (page) => page.items,
      params,
      () => true,
    ).pages();
  }

  /** Gets a submission, also if it is spam or in the trash. */
  get(id: number, { include, ...options }: GetOptions = {}): ApiPromise<Submission> {
    return call(this.#transport, {
      operation: "getSubmission",
      method: "GET",
      path: ["submissions", id],
      query: { include },
      ...options,
    });
  }

  /**
   * Posts to a form like a web page, without the API key. Spam is stored too and gets the same response.
   * A `FormData` may contain files and is read into memory.
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
        path: { outsideApi: ["f", form] },
        bearer: null,
        ...(await intakeBody(fields)),
        ...options,
      }).withResponse(),
    );
  }

  /** Sends a PUT: as {@link update}, but flags that are as stored do nothing, so a whole record may be sent back. */
  replace(
    id: number,
    change: SubmissionChange,
    { uid, ...options }: UpdateOptions = {},
  ): ApiPromise<Submission> {
    return call(this.#transport, {
      operation: "replaceSubmission",
      method: "PUT",
      path: ["submissions", id],
      query: { uid },
      json: { submission: change },
      ...options,
    });
  }

  /** Changes the given flags of a submission. */
  update(
    id: number,
    change: SubmissionChange,
    { uid, ...options }: UpdateOptions = {},
  ): ApiPromise<Submission> {
    return call(this.#transport, {
      operation: "updateSubmission",
      method: "PATCH",
      path: ["submissions", id],
      query: { uid },
      json: { submission: change },
      ...options,
    });
  }

  /** Marks a submission read, which acknowledges it: it leaves the queue, leased or not. */
  markRead(id: number, options: UpdateOptions = {}): ApiPromise<Submission> {
    return this.update(id, { read: true }, options);
  }

  /** Changes up to 1,000 submissions at once. The response has a status for each. */
  updateBulk(
    ids: readonly number[],
    change: BulkChange,
    { uids, undo, ...options }: BulkUpdateOptions = {},
  ): ApiPromise<BulkResult> {
    return call(this.#transport, {
      operation: "bulkUpdateSubmissions",
      method: "POST",
      path: "/submissions/bulk",
      json: {
        submission_ids: ids,
        ...(uids !== undefined && { uids }),
        set: change,
        ...(undo !== undefined && { undo }),
      },
      ...options,
    });
  }

  /** Gives submissions the marks from before {@link updateBulk} with this `undo`. Repeat while `remaining` is not 0. */
  undo(undo: string, options: CallOptions = {}): ApiPromise<UndoResult> {
    return call(this.#transport, {
      operation: "undoSubmissions",
      method: "POST",
      path: "/submissions/undo",
      json: { undo },
      ...options,
    });
  }

  /** Deletes a submission permanently, with its files. */
  delete(id: number, options: ChangeOptions = {}): ApiPromise<Submission> {
    return call(this.#transport, {
      operation: "deleteSubmission",
      method: "DELETE",
      path: ["submissions", id],
      ...options,
    });
  }

  /** Leases up to 100 submissions to one consumer. No one else gets them until the lease ends. */
  claim(params: Claim, options: CallOptions = {}): ApiPromise<ClaimResult> {
    return call(this.#transport, {
      operation: "claimSubmissions",
      method: "POST",
      path: "/submissions/claim",
      json: params,
      ...options,
    });
  }

  /** Gives leased submissions back: at once, after a delay, or as dead. Rejected once the lease is lost. */
  release(release: Release, options: CallOptions = {}): ApiPromise<ReleaseResult> {
    return call(this.#transport, {
      operation: "releaseSubmissions",
      method: "POST",
      path: "/submissions/release",
      json: release,
      ...options,
    });
  }

  /** Extends leases. Rejected once the lease is lost. */
  extend(extend: Extend, options: CallOptions = {}): ApiPromise<ClaimResult> {
    return call(this.#transport, {
      operation: "extendSubmissionLeases",
      method: "POST",
      path: "/submissions/extend",
      json: extend,
      ...options,
    });
  }

  /** Delivers the submission again to every enabled webhook of its form. */
  refireWebhooks(id: number, options: CallOptions = {}): ApiPromise<RefireResult> {
    return call(this.#transport, {
      operation: "refireSubmissionWebhooks",
      method: "POST",
      path: ["submissions", id, "refire_webhooks"],
      ...options,
    });
  }

  /**
   * Delivers up to 1,000 submissions again; with `undelivered_only` to webhooks that have not accepted them, with
   * `webhook_ids` to these only.
   */
  refireWebhooksBulk(
    ids: readonly number[],
    {
      undelivered_only,
      webhook_ids,
      ...options
    }: CallOptions & {
      readonly undelivered_only?: boolean;
      readonly webhook_ids?: readonly number[];
    } = {},
  ): ApiPromise<BulkRefireResult> {
    return call(this.#transport, {
      operation: "bulkRefireWebhooks",
      method: "POST",
      path: "/submissions/refire_webhooks",
      json: {
        submission_ids: ids,
        ...(undelivered_only === true && { undelivered_only }),
        ...(webhook_ids !== undefined && { webhook_ids }),
      },
      ...options,
    });
  }

  /** Lists the submissions of a form, oldest first, as an array: all of them, or one page. */
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
