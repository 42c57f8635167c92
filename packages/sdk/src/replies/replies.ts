/** Replies to submissions by e-mail. They need an account key. */
import { type ApiPromise, call } from "../http/request.ts";
import type { Transport } from "../http/transport.ts";
import type { CallOptions } from "../options.ts";
import type { Reply, ReplyInput, ReplyList, ReplyPreview } from "../schemas.ts";

/** `client.replies`. */
export class Replies {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the replies to a submission, the oldest first, with what became of each. */
  list(submissionId: number, options: CallOptions = {}): ApiPromise<ReplyList> {
    return call(this.#transport, {
      operation: "listReplies",
      method: "GET",
      path: ["submissions", submissionId, "replies"],
      ...options,
    });
  }

  /** Sends an e-mail to the submission's own address. It is queued; {@link list} says when it is sent. */
  create(submissionId: number, reply: ReplyInput, options: CallOptions = {}): ApiPromise<Reply> {
    return call(this.#transport, {
      operation: "createReply",
      method: "POST",
      path: ["submissions", submissionId, "replies"],
      json: reply,
      ...options,
    });
  }

  /** Returns the e-mail that {@link create} would send. */
  preview(
    submissionId: number,
    reply: ReplyInput,
    options: CallOptions = {},
  ): ApiPromise<ReplyPreview> {
    return call(this.#transport, {
      operation: "previewReply",
      method: "POST",
      path: ["submissions", submissionId, "replies", "preview"],
      json: reply,
      ...options,
    });
  }
}
