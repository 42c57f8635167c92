/** Templates of replies. They need an account key. */
import { type ApiPromise, call } from "../http/request.ts";
import type { Transport } from "../http/transport.ts";
import type { CallOptions } from "../options.ts";
import type {
  ReplyTemplate,
  ReplyTemplateChange,
  ReplyTemplateInput,
  ReplyTemplateList,
} from "../schemas.ts";

/** `client.replyTemplates`. */
export class ReplyTemplates {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the templates by name: all of them, or those for one form and those for every form. */
  list(
    query: { readonly form_id?: number | string } = {},
    options: CallOptions = {},
  ): ApiPromise<ReplyTemplateList> {
    return call(this.#transport, {
      operation: "listReplyTemplates",
      method: "GET",
      path: ["reply_templates"],
      query,
      ...options,
    });
  }

  /** Adds a template, for one form or for every form. */
  create(template: ReplyTemplateInput, options: CallOptions = {}): ApiPromise<ReplyTemplate> {
    return call(this.#transport, {
      operation: "createReplyTemplate",
      method: "POST",
      path: ["reply_templates"],
      json: template,
      ...options,
    });
  }

  /** Changes the name or the body of a template. */
  update(
    id: number,
    change: ReplyTemplateChange,
    options: CallOptions = {},
  ): ApiPromise<ReplyTemplate> {
    return call(this.#transport, {
      operation: "updateReplyTemplate",
      method: "PATCH",
      path: ["reply_templates", id],
      json: change,
      ...options,
    });
  }

  /** Deletes a template. Replies that were written with it stay. */
  delete(id: number, options: CallOptions = {}): ApiPromise<ReplyTemplate> {
    return call(this.#transport, {
      operation: "deleteReplyTemplate",
      method: "DELETE",
      path: ["reply_templates", id],
      ...options,
    });
  }
}
