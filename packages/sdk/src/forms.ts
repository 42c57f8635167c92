/** Forms. A form is named by its id or its uuid. */
import type { operations } from "./generated/api.gen.ts";
import { callList } from "./list-call.ts";
import type { CallOptions, ChangeOptions } from "./options.ts";
import type { PagePromise } from "./paginate.ts";
import { type ApiPromise, call } from "./http/request.ts";
import type {
  Challenge,
  EmailPreview,
  EmailPreviewInput,
  Form,
  FormInput,
  FormList,
  FormView,
  FormViewList,
  RecipientList,
  TestEmail,
} from "./schemas.ts";
import type { Transport } from "./http/transport.ts";

type ViewParams = NonNullable<operations["listFormViews"]["parameters"]["query"]>;
type ListParams = NonNullable<operations["listForms"]["parameters"]["query"]>;

/** `client.forms`. */
export class Forms {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists forms by id. */
  list(params: ListParams = {}, options: CallOptions = {}): PagePromise<FormList, Form> {
    return callList(
      this.#transport,
      { operation: "listForms", path: "/forms", itemsOf: (page: FormList) => page.forms },
      params,
      options,
    );
  }

  /** Lists the hosted pages of forms with field rules, by the ids of the forms. */
  views(params: ViewParams = {}, options: CallOptions = {}): PagePromise<FormViewList, FormView> {
    return callList(
      this.#transport,
      {
        operation: "listFormViews",
        path: "/form_views",
        itemsOf: (page: FormViewList) => page.form_views,
      },
      params,
      options,
    );
  }

  /** Gets a form by id or uuid. */
  get(id: number | string, options: CallOptions = {}): ApiPromise<Form> {
    return call(this.#transport, {
      operation: "getForm",
      method: "GET",
      path: ["forms", id],
      ...options,
    });
  }

  /** Creates a form. Needs an account key. */
  create(input: FormInput, options: CallOptions = {}): ApiPromise<Form> {
    return call(this.#transport, {
      operation: "createForm",
      method: "POST",
      path: "/forms",
      json: input,
      ...options,
    });
  }

  /** Changes the given members. */
  update(id: number | string, input: FormInput, options: ChangeOptions = {}): ApiPromise<Form> {
    return call(this.#transport, {
      operation: "updateForm",
      method: "PATCH",
      path: ["forms", id],
      json: input,
      ...options,
    });
  }

  /** Sends a PUT, which the API treats like {@link update}. */
  replace(id: number | string, input: FormInput, options: ChangeOptions = {}): ApiPromise<Form> {
    return call(this.#transport, {
      operation: "replaceForm",
      method: "PUT",
      path: ["forms", id],
      json: input,
      ...options,
    });
  }

  /** Deletes the form permanently, with its submissions, files and webhooks. */
  delete(id: number | string, options: ChangeOptions = {}): ApiPromise<Form> {
    return call(this.#transport, {
      operation: "deleteForm",
      method: "DELETE",
      path: ["forms", id],
      ...options,
    });
  }

  /** Forgets the program that works on the queue of the form, so that opening may mark read again. */
  forgetQueueConsumer(id: number | string, options: CallOptions = {}): ApiPromise<Form> {
    return call(this.#transport, {
      operation: "forgetQueueConsumer",
      method: "DELETE",
      path: ["forms", id, "queue_consumer"],
      ...options,
    });
  }

  /** Lists the recipients of the form's e-mails, and the suppressed addresses of the account. */
  recipients(id: number | string, options: CallOptions = {}): ApiPromise<RecipientList> {
    return call(this.#transport, {
      operation: "listRecipients",
      method: "GET",
      path: ["forms", id, "recipients"],
      ...options,
    });
  }

  /** Sends the message with the confirmation link once more to a recipient of the form. */
  sendConfirmation(
    id: number | string,
    address: string,
    options: CallOptions = {},
  ): ApiPromise<RecipientList> {
    return call(this.#transport, {
      operation: "sendConfirmation",
      method: "POST",
      path: ["forms", id, "recipients", "confirm"],
      json: { address },
      ...options,
    });
  }

  /** Lets e-mails to a suppressed address be sent again. */
  releaseRecipient(
    id: number | string,
    address: string,
    options: CallOptions = {},
  ): ApiPromise<RecipientList> {
    return call(this.#transport, {
      operation: "releaseRecipient",
      method: "POST",
      path: ["forms", id, "recipients", "release"],
      json: { address },
      ...options,
    });
  }

  /** Renders a notification or an automatic answer without sending it. */
  previewEmail(
    id: number | string,
    input: EmailPreviewInput,
    options: CallOptions = {},
  ): ApiPromise<EmailPreview> {
    return call(this.#transport, {
      operation: "previewFormEmail",
      method: "POST",
      path: ["forms", id, "email_preview"],
      json: input,
      ...options,
    });
  }

  /** Sends what {@link previewEmail} renders to the account's oldest sign-in address. */
  sendTestEmail(
    id: number | string,
    input: EmailPreviewInput,
    options: CallOptions = {},
  ): ApiPromise<TestEmail> {
    return call(this.#transport, {
      operation: "sendTestEmail",
      method: "POST",
      path: ["forms", id, "test_email"],
      json: input,
      ...options,
    });
  }

  /** Gets a challenge for the ALTCHA widget, if the form uses ALTCHA. Sent without the API key. */
  challenge(form: number | string, options: CallOptions = {}): ApiPromise<Challenge> {
    return call(this.#transport, {
      operation: "getChallenge",
      method: "GET",
      path: { outsideApi: ["f", form, "challenge"] },
      bearer: null,
      ...options,
    });
  }
}
