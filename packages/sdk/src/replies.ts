/** Replies to submissions by e-mail, and their templates. They need an account key. */
import type { ApiPromise } from "./http/request.ts";
import type { CallOptions } from "./options.ts";
import { type QueryOf, Resource } from "./resource.ts";
import type { ReplyTemplateList } from "./schemas.ts";

/** `client.replies`. */
export class Replies extends Resource {
  /** Lists the replies to a submission, the oldest first, with what became of each. */
  readonly list = this.operation("listReplies");

  /** Sends an e-mail to the submission's own address. It is queued; {@link list} says when it is sent. */
  readonly create = this.operation("createReply");

  /** Returns the e-mail that {@link create} would send. */
  readonly preview = this.operation("previewReply");
}

/** `client.replyTemplates`. */
export class ReplyTemplates extends Resource {
  /** Adds a template, for one form or for every form. */
  readonly create = this.operation("createReplyTemplate");

  /** Changes the name or the body of a template. */
  readonly update = this.operation("updateReplyTemplate");

  /** Deletes a template. Replies that were written with it stay. */
  readonly delete = this.operation("deleteReplyTemplate");

  /** Lists the templates by name: all of them, or those for one form and those for every form. */
  list(
    query: QueryOf<"listReplyTemplates"> = {},
    options: CallOptions = {},
  ): ApiPromise<ReplyTemplateList> {
    return this.call("listReplyTemplates", { query, ...options });
  }
}
