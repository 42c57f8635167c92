/** The parts of the client, made from the operations of the API. Submissions have a file of their own. */
import { Resource, type QueryOf } from "./resource.ts";
import { type ApiPromise, callRaw } from "./http/request.ts";
import type { CallOptions } from "./options.ts";
import type {
  RecipientList,
  RefireResult,
  SigningSecret,
  DeliverySend,
  DeliverySendResult,
  SendingProgress,
  Note,
  ReplyTemplateList,
  Health,
} from "./api-types.ts";
import type { Transport } from "./http/transport.ts";
import type { FollowParams } from "./event-types.ts";
import { EventStream, type FollowOptions } from "./event-stream.ts";
import { type Download, type DownloadOptions, openDownload, type StreamOf } from "./download.ts";
import { textOf } from "./http/text.ts";

/** `client.projects`: projects, which group forms. */
export class Projects extends Resource {
  /** Lists projects by id. */
  readonly list = this.listOperation("listProjects", (page) => page.projects);

  /** Gets a project. */
  readonly get = this.operation("getProject");

  /** Creates a project. Needs an account key. */
  readonly create = this.operation("createProject");

  /** Changes the given members. */
  readonly update = this.operation("updateProject");

  /** Sends a PUT, which the API treats like {@link update}. */
  readonly replace = this.operation("replaceProject");

  /** Deletes the project. Its forms move to `move_to`, or to the first of the others; the last one cannot be deleted. */
  readonly delete = this.operation("deleteProject");

  /** Puts a deleted project back, and its forms into it; within seven days. */
  readonly restore = this.operation("restoreProject");
}

/** `client.forms`: forms, each named by its id or its uuid. */
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

  /** Changes several forms in the same way, all of them or none; `dry_run` only says what would change. */
  readonly updateBulk = this.operation("bulkUpdateForms");

  /** Sends a PUT, which the API treats like {@link update}. */
  readonly replace = this.operation("replaceForm");

  /** Deletes the form permanently, with its submissions, files and webhooks. */
  readonly delete = this.operation("deleteForm");

  /** Forgets the program that works on the queue of the form, so that opening may mark read again. */
  readonly forgetQueueConsumer = this.operation("forgetQueueConsumer");

  /** Counts the posts of the form that were rejected, by reason and hour. */
  readonly rejectedPosts = this.operation("getRejectedPosts");

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

/** `client.webhooks`: webhooks of forms, and their signing secrets. */
export class Webhooks extends Resource {
  /** Lists the webhooks of all forms, or of the form in `form_id`. Secrets are masked. */
  readonly list = this.listOperation("listFormWebhooks", (page) => page.form_webhooks);

  /** Gets a webhook. Secrets are masked; `signingSecret` returns the signing secret. */
  readonly get = this.operation("getFormWebhook");

  /** Creates a webhook with a new signing secret. */
  readonly create = this.operation("createFormWebhook");

  /** Changes the given members. */
  readonly update = this.operation("updateFormWebhook");

  /** Sends a PUT, which the API treats like {@link update}. */
  readonly replace = this.operation("replaceFormWebhook");

  /** Deletes a webhook. Nothing is delivered to it any more. */
  readonly delete = this.operation("deleteFormWebhook");

  /** Gets the secret that signs the deliveries. */
  readonly signingSecret = this.operation("getSigningSecret");

  /** Sends one real test delivery, with a single attempt. */
  readonly test = this.operation("testFormWebhook");

  /** Renders the payload of a submission or of a sample, without sending it. */
  readonly preview = this.operation("previewFormWebhook");

  /** Replaces the secret at once; `stage` prepares the next one, `activate` starts to use it. */
  regenerateSecret(
    id: number,
    how: { readonly stage?: boolean; readonly activate?: boolean } = {},
    options: CallOptions = {},
  ): ApiPromise<SigningSecret> {
    return this.call("regenerateSecret", { at: id, json: how, ...options });
  }

  /** Prepares the next secret. Deliveries are still signed with the current one. */
  stageSecret(id: number, options: CallOptions = {}): ApiPromise<SigningSecret> {
    return this.regenerateSecret(id, { stage: true }, options);
  }

  /** Signs with the staged secret from now on. */
  activateSecret(id: number, options: CallOptions = {}): ApiPromise<SigningSecret> {
    return this.regenerateSecret(id, { activate: true }, options);
  }

  /** Sends deliveries again that failed since a time and have not been sent since. The response lists the first 100. */
  refireFailed(
    id: number,
    since: Date | string,
    options: CallOptions = {},
  ): ApiPromise<RefireResult> {
    return this.call("refireFailedDeliveries", { at: id, json: { since }, ...options });
  }
}

/** The payload of a delivery as it was sent. */
export interface StoredBody<Bytes> {
  readonly contentType: string | undefined;
  /** The exact bytes that were sent and signed. */
  readonly bytes: Bytes;
}

/** The conversion of bytes to the type that the platform's programs expect. */
interface BytesOf<Bytes> {
  toBytes(bytes: Uint8Array): Bytes;
}

/** Deliveries and the webhook log: the bytes that were sent can be read again. */
class SentResource<Bytes> extends Resource {
  readonly #platform: BytesOf<Bytes>;

  /** Called by the client. */
  constructor(transport: Transport, platform: BytesOf<Bytes>) {
    super(transport);
    this.#platform = platform;
  }

  protected sentBody(
    path: readonly [collection: "deliveries" | "webhook_logs", id: number, "body"],
    options: CallOptions,
  ): ApiPromise<StoredBody<Bytes>> {
    return callRaw(
      this.transport,
      { method: "GET", path, headers: { accept: "*/*" }, ...options },
      ({ headers, bytes }) => ({
        contentType: headers["content-type"],
        bytes: this.#platform.toBytes(bytes),
      }),
    );
  }
}

/** `client.webhookLogs`: log of the deliveries to webhooks. */
export class WebhookLogs<Bytes> extends SentResource<Bytes> {
  /** Lists deliveries, newest first. Filters: form, webhook, state, time. */
  readonly list = this.listOperation("listWebhookLogs", (page) => page.webhook_logs);

  /** Lists the deliveries of one submission, newest first. */
  readonly ofSubmission = this.listOperation(
    "listSubmissionWebhookLogs",
    (page) => page.webhook_logs,
  );

  /** Delivers again to the webhook of this entry. */
  readonly refire = this.operation("refireWebhookLog");

  /** Gets the bytes that were sent and signed. 404 before the first attempt and after the retention period. */
  body(id: number, options: CallOptions = {}): ApiPromise<StoredBody<Bytes>> {
    return this.sentBody(["webhook_logs", id, "body"], options);
  }
}

/** `client.deliveries`: deliveries to webhooks and by e-mail. */
export class Deliveries<Bytes> extends SentResource<Bytes> {
  /** Lists deliveries, newest first. Filters: form, submission, kind, destination, state, time, HTTP status. */
  readonly list = this.listOperation("listDeliveries", (page) => page.deliveries);

  /** Gets one delivery. */
  readonly get = this.operation("getDelivery");

  /** Delivers again to the destination of this entry. */
  readonly refire = this.operation("refireDelivery");

  /** Lists what did not reach its destination, by destination and reason. Send it with {@link send}. */
  readonly attention = this.operation("listAttention");

  /** Takes submissions off that list. */
  readonly dismiss = this.operation("dismissAttention");

  /** Takes back what {@link send} has made due and what was not attempted since. */
  readonly stop = this.operation("stopSendingDeliveries");

  /** Gets the bytes that were sent. 404 before the first attempt and after the retention period. */
  body(id: number, options: CallOptions = {}): ApiPromise<StoredBody<Bytes>> {
    return this.sentBody(["deliveries", id, "body"], options);
  }

  /**
   * Sends one batch of waiting and failed deliveries now, the oldest first, or only counts them with `dry_run`. What
   * the receiver has already accepted is left out. To send all, repeat with `cursor: next_cursor` until it is null.
   */
  send(which: DeliverySend = {}, options: CallOptions = {}): ApiPromise<DeliverySendResult> {
    return this.call("sendDeliveries", { json: which, ...options });
  }

  /** Counts what has become of deliveries since a time, such as the `started_at` of {@link send}. */
  progress(
    query: QueryOf<"getSendingProgress">,
    options: CallOptions = {},
  ): ApiPromise<SendingProgress> {
    return this.call("getSendingProgress", { query, ...options });
  }
}

/** `client.notes`: notes about submissions. They need an account key. */
export class Notes extends Resource {
  /** Lists the notes about a submission, the oldest first. */
  readonly list = this.operation("listNotes");

  /** Deletes a note that this key wrote. */
  readonly delete = this.operation("deleteNote");

  /** Adds a note to a submission. */
  create(submissionId: number, text: string, options: CallOptions = {}): ApiPromise<Note> {
    return this.call("createNote", { at: submissionId, json: { text }, ...options });
  }

  /** Changes a note that this key wrote. */
  update(id: number, text: string, options: CallOptions = {}): ApiPromise<Note> {
    return this.call("updateNote", { at: id, json: { text }, ...options });
  }
}

/** `client.replies`: replies to submissions by e-mail. They need an account key. */
export class Replies extends Resource {
  /** Lists the replies to a submission, the oldest first, with what became of each. */
  readonly list = this.operation("listReplies");

  /** Sends an e-mail to the submission's own address. It is queued; {@link list} says when it is sent. */
  readonly create = this.operation("createReply");

  /** Returns the e-mail that {@link create} would send. */
  readonly preview = this.operation("previewReply");
}

/** `client.replyTemplates`: templates of replies. */
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

/** `client.apiKeys`: API keys, with `scope` and `expires_in` or `expires_at`. */
export class ApiKeys extends Resource {
  /** Lists the keys without their texts. Only `create` returns the text of a key. */
  readonly list = this.listOperation("listApiKeys", (page) => page.api_keys);

  /** Creates a key. Only this response holds the text of the key. */
  readonly create = this.operation("createApiKey");

  /** Revokes the key at once. */
  readonly delete = this.operation("deleteApiKey");
}

/** `client.account`: the account of the key. All of it needs an account key. */
export class AccountResource extends Resource {
  /** Gets the settings. */
  readonly get = this.operation("getAccount");

  /** Changes the given members. */
  readonly update = this.operation("updateAccount");

  /** Reveals the secret that signs alerts. */
  readonly alertSecret = this.operation("getAlertSecret");

  /** Lists the hosts under which the server is reached. */
  readonly domains = this.listOperation("listDomains", (page) => page.domains);

  /** Lists all open alerts and the newest resolved ones, the newest first. */
  readonly alerts = this.operation("listAlerts");
}

/** `client.events`: the stream of events. */
export class Events extends Resource {
  /** Returns a stream that connects when iterated, and reconnects after the last event if it breaks. */
  follow(params: FollowParams = {}, options: FollowOptions = {}): EventStream {
    return new EventStream(this.transport, params, options);
  }
}

/** `client.attachments`: files of submissions, as streams to consume or destroy. */
export class Attachments<Stream> {
  readonly #transport: Transport;
  readonly #platform: StreamOf<Stream>;

  /** Called by the client. */
  constructor(transport: Transport, platform: StreamOf<Stream>) {
    this.#transport = transport;
    this.#platform = platform;
  }

  /** Downloads a file. @throws ApiError if the server rejects the request. */
  download(id: number, options: DownloadOptions = {}): Promise<Download<Stream>> {
    return openDownload(this.#transport, this.#platform, { path: ["attachments", id] }, options);
  }

  /** Downloads a file by the token in its `public_url`, without the API key. @throws ApiError if the server rejects the request. */
  downloadPublic(token: string, options: DownloadOptions = {}): Promise<Download<Stream>> {
    const path = ["attachments", token, "public"];
    return openDownload(this.#transport, this.#platform, { path, bearer: null }, options);
  }
}

const NOT_READY_STATUS = 503;

/** `client.server`: the server itself. The API key is not sent. */
export class Server extends Resource {
  /** Whether the process responds. */
  readonly health = this.operation("getHealth");

  /** Asks for a key that a person allows in the dashboard (RFC 8628). */
  readonly authorizeDevice = this.operation("authorizeDevice");

  /** Asks for the key of `authorizeDevice`. @throws ApiError 400 with the reason while there is none. */
  readonly deviceToken = this.operation("createDeviceToken");

  /** The OpenAPI document of this server. */
  readonly openapi = this.operation("getOpenapi");

  /** Whether posts can be stored: `status` is `ready` or the reason. Not retried by default. */
  readiness(options: CallOptions = {}): ApiPromise<Health> {
    return this.call("getReadiness", {
      alsoAccepts: NOT_READY_STATUS,
      maxRetries: 0,
      ...options,
    });
  }

  /** Metrics as Prometheus text. Other machines need the server's INTRAY_METRICS_TOKEN as `token`. */
  metrics({
    token,
    ...options
  }: CallOptions & { readonly token?: string } = {}): ApiPromise<string> {
    return this.#text(["metrics"], { bearer: token ?? null, ...options });
  }

  /** The API reference as HTML. */
  docs(options: CallOptions = {}): ApiPromise<string> {
    return this.#text(["docs"], { bearer: null, ...options });
  }

  #text(
    outsideApi: readonly string[],
    options: CallOptions & { readonly bearer: string | null },
  ): ApiPromise<string> {
    const headers = { accept: "*/*" };
    return callRaw(
      this.transport,
      { method: "GET", path: { outsideApi }, headers, ...options },
      ({ bytes }) => textOf(bytes),
    );
  }
}
