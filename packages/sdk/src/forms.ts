/** Addresses to post to. A form is named by its id or its uuid. */
import type { operations } from "./generated/api.gen.ts";
import type { CallOptions } from "./options.ts";
import { type PagePromise, paginate } from "./paginate.ts";
import { type ApiPromise, call } from "./http/request.ts";
import type { Challenge, Form, FormInput, FormList } from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type ListParams = NonNullable<operations["listForms"]["parameters"]["query"]>;

/** `client.forms`. */
export class Forms {
  readonly #transport: Transport;

  /** Made by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** In the order of their ids. */
  list(params: ListParams = {}, options: CallOptions = {}): PagePromise<FormList, Form> {
    return paginate(
      (query) =>
        call<FormList>(this.#transport, {
          operation: "listForms",
          method: "GET",
          path: "/forms",
          query,
          ...options,
        }),
      (page) => page.forms,
      params,
    );
  }

  /** By id or uuid. */
  get(id: number | string, options: CallOptions = {}): ApiPromise<Form> {
    return call(this.#transport, {
      operation: "getForm",
      method: "GET",
      path: ["forms", id],
      ...options,
    });
  }

  /** Needs an account's key. */
  create(input: FormInput, options: CallOptions = {}): ApiPromise<Form> {
    return call(this.#transport, {
      operation: "createForm",
      method: "POST",
      path: "/forms",
      json: input,
      ...options,
    });
  }

  /** Changes the members that are given. */
  update(id: number | string, input: FormInput, options: CallOptions = {}): ApiPromise<Form> {
    return call(this.#transport, {
      operation: "updateForm",
      method: "PATCH",
      path: ["forms", id],
      json: input,
      ...options,
    });
  }

  /** By PUT, which the API gives the same meaning as {@link update}. */
  replace(id: number | string, input: FormInput, options: CallOptions = {}): ApiPromise<Form> {
    return call(this.#transport, {
      operation: "replaceForm",
      method: "PUT",
      path: ["forms", id],
      json: input,
      ...options,
    });
  }

  /** For good, with its submissions, files and webhooks. */
  delete(id: number | string, options: CallOptions = {}): ApiPromise<Form> {
    return call(this.#transport, {
      operation: "deleteForm",
      method: "DELETE",
      path: ["forms", id],
      ...options,
    });
  }

  /** A puzzle for ALTCHA's widget, where that is the form's captcha; asked for without the key. */
  challenge(form: number | string, options: CallOptions = {}): ApiPromise<Challenge> {
    return call(this.#transport, {
      operation: "getChallenge",
      method: "GET",
      path: { outside: ["f", form, "challenge"] },
      bearer: null,
      ...options,
    });
  }
}
