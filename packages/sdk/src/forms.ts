/** Forms. A form is named by its id or its uuid. */
import type { ApiPromise } from "./http/request.ts";
import type { CallOptions } from "./options.ts";
import { Resource } from "./resource.ts";
import type { RecipientList } from "./schemas.ts";

/** `client.forms`. */
export class Forms extends Resource {
  /** Lists forms by id. */
  readonly list = this.listOperation("listForms", (page) => page.forms);

  /** Lists the hosted pages of forms with field rules, by the ids of the forms. */
  readonly views = this.listOperation("listFormViews", (page) => page.form_views);

  /** Gets a form by id or uuid. */
  readonly get = this.operation("getForm");

  /** Creates a form. Needs an account key. */
  readonly create = this.operation("createForm");

  /** Changes the given members. */
  readonly update = this.operation("updateForm");

  /** Sends a PUT, which the API treats like {@link update}. */
  readonly replace = this.operation("replaceForm");

  /** Deletes the form permanently, with its submissions, files and webhooks. */
  readonly delete = this.operation("deleteForm");

  /** Forgets the program that works on the queue of the form, so that opening may mark read again. */
  readonly forgetQueueConsumer = this.operation("forgetQueueConsumer");

  /** Lists the recipients of the form's e-mails, and the suppressed addresses of the account. */
  readonly recipients = this.operation("listRecipients");

  /** Renders a notification or an automatic answer without sending it. */
  readonly previewEmail = this.operation("previewFormEmail");

  /** Sends what {@link previewEmail} renders to the account's oldest sign-in address. */
  readonly sendTestEmail = this.operation("sendTestEmail");

  /** Gets a challenge for the ALTCHA widget, if the form uses ALTCHA. Sent without the API key. */
  readonly challenge = this.operation("getChallenge");

  /** Sends the message with the confirmation link once more to a recipient of the form. */
  sendConfirmation(
    id: number | string,
    address: string,
    options: CallOptions = {},
  ): ApiPromise<RecipientList> {
    return this.call("sendConfirmation", { at: id, json: { address }, ...options });
  }

  /** Lets e-mails to a suppressed address be sent again. */
  releaseRecipient(
    id: number | string,
    address: string,
    options: CallOptions = {},
  ): ApiPromise<RecipientList> {
    return this.call("releaseRecipient", { at: id, json: { address }, ...options });
  }
}
