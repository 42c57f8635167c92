/** Submissions: the methods that are not generated from openapi.yaml. */
import { intakeBody, type IntakeFields } from "./http/intake-body.ts";
import type { CallOptions, ChangeOptions } from "./options.ts";
import { jsonPageOf, type JsonPage } from "./json/json-page.ts";
import { paginate } from "./paginate.ts";
import { type ApiPromise, apiPromise, callRaw } from "./http/request.ts";
import type { QueryOf } from "./resource.ts";
import type { BulkChange, PostResult, SubmissionChange, SubmissionList } from "./api-types.ts";
import { Submissions as Generated } from "./generated/resources.gen.ts";

/** Filters, order and page, with the API's names. */
export type SubmissionListParams = QueryOf<"listSubmissions">;
/** A page, or all submissions since a time. */
export type FormSubmissionsParams = QueryOf<"listFormSubmissions">;

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

/** `client.submissions`: submissions, and posts to forms. */
export class Submissions extends Generated {
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
          this.transport,
          { method: "GET", path: "/submissions", query, ...options },
          (answer) =>
            jsonPageOf<SubmissionList["meta"]>(answer, "submissions", this.transport.isUtf8),
        ),
      (page) => page.items,
      params,
      () => true,
    ).pages();
  }

  /** Gets a submission, also if it is spam or in the trash. */
  get(id: number, { include, ...options }: GetOptions = {}) {
    return this.call("getSubmission", { at: id, query: { include }, ...options });
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
      this.call("postForm", { at: form, ...(await intakeBody(fields)), ...options }).withResponse(),
    );
  }

  /** Sends a PUT: as {@link update}, but flags that are as stored do nothing, so a whole record may be sent back. */
  replace(id: number, change: SubmissionChange, { uid, ...options }: UpdateOptions = {}) {
    const json = { submission: change };
    return this.call("replaceSubmission", { at: id, query: { uid }, json, ...options });
  }

  /** Changes the given flags of a submission. */
  update(id: number, change: SubmissionChange, { uid, ...options }: UpdateOptions = {}) {
    const json = { submission: change };
    return this.call("updateSubmission", { at: id, query: { uid }, json, ...options });
  }

  /** Marks a submission read, which acknowledges it: it leaves the queue, leased or not. */
  markRead(id: number, options: UpdateOptions = {}) {
    return this.update(id, { read: true }, options);
  }

  /** Changes up to 1,000 submissions at once. The response has a status for each. */
  updateBulk(
    ids: readonly number[],
    change: BulkChange,
    { uids, undo, ...options }: BulkUpdateOptions = {},
  ) {
    return this.call("bulkUpdateSubmissions", {
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
  undo(undo: string, options: CallOptions = {}) {
    return this.call("undoSubmissions", { json: { undo }, ...options });
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
  ) {
    return this.call("bulkRefireWebhooks", {
      json: {
        submission_ids: ids,
        ...(undelivered_only === true && { undelivered_only }),
        ...(webhook_ids !== undefined && { webhook_ids }),
      },
      ...options,
    });
  }

  /** Lists the submissions of a form, oldest first, as an array: all of them, or one page. */
  ofForm(form: number | string, params: FormSubmissionsParams = {}, options: CallOptions = {}) {
    return this.call("listFormSubmissions", { at: form, query: params, ...options });
  }
}
