/** The parts of the client, whose other methods are generated from openapi.yaml. Submissions have a file of their own. */
import * as generated from "./generated/resources.gen.ts";
import { Resource, type QueryOf } from "./resource.ts";
import { type ApiPromise, callRaw } from "./http/request.ts";
import type { CallOptions } from "./options.ts";
import type { DeliverySend } from "./api-types.ts";
import type { Transport } from "./http/transport.ts";
import type { FollowParams } from "./event-types.ts";
import { EventStream, type FollowOptions } from "./event-stream.ts";
import { type Download, type DownloadOptions, openDownload, type StreamOf } from "./download.ts";
import { textOf } from "./http/text.ts";

export { Account, ApiKeys, Members, Projects, Replies } from "./generated/resources.gen.ts";

/** `client.forms`: forms, each named by its id or its uuid. */
export class Forms extends generated.Forms {
  /** Sends the message with the confirmation link once more to a recipient of the form. */
  sendConfirmation(id: number | string, address: string, options: CallOptions = {}) {
    return this.call("sendConfirmation", { at: id, json: { address }, ...options });
  }

  /** Lets e-mails to a suppressed address be sent again. */
  releaseRecipient(id: number | string, address: string, options: CallOptions = {}) {
    return this.call("releaseRecipient", { at: id, json: { address }, ...options });
  }
}

/** `client.webhooks`: webhooks of forms, and their signing secrets. */
export class Webhooks extends generated.Webhooks {
  /** Replaces the secret at once; `stage` prepares the next one, `activate` starts to use it. */
  regenerateSecret(
    id: number,
    how: { readonly stage?: boolean; readonly activate?: boolean } = {},
    options: CallOptions = {},
  ) {
    return this.call("regenerateSecret", { at: id, json: how, ...options });
  }

  /** Prepares the next secret. Deliveries are still signed with the current one. */
  stageSecret(id: number, options: CallOptions = {}) {
    return this.regenerateSecret(id, { stage: true }, options);
  }

  /** Signs with the staged secret from now on. */
  activateSecret(id: number, options: CallOptions = {}) {
    return this.regenerateSecret(id, { activate: true }, options);
  }

  /** Sends deliveries again that failed since a time and have not been sent since. The response lists the first 100. */
  refireFailed(id: number, since: Date | string, options: CallOptions = {}) {
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

/** The call that gets the bytes of a delivery. */
type BodyCall<Bytes> = (id: number, options?: CallOptions) => ApiPromise<StoredBody<Bytes>>;

/** Declares a method that gets the bytes of a delivery. */
const bodyCall =
  <Bytes>(
    transport: Transport,
    platform: BytesOf<Bytes>,
    collection: "deliveries" | "webhook_logs",
  ): BodyCall<Bytes> =>
  (id, options = {}) =>
    callRaw(
      transport,
      { method: "GET", path: [collection, id, "body"], headers: { accept: "*/*" }, ...options },
      ({ headers, bytes }) => ({
        contentType: headers["content-type"],
        bytes: platform.toBytes(bytes),
      }),
    );

/** `client.webhookLogs`: log of the deliveries to webhooks. */
export class WebhookLogs<Bytes> extends generated.WebhookLogs {
  /** Gets the bytes that were sent and signed. 404 before the first attempt and after the retention period. */
  readonly body: BodyCall<Bytes>;

  /** Called by the client. */
  constructor(transport: Transport, platform: BytesOf<Bytes>) {
    super(transport);
    this.body = bodyCall(transport, platform, "webhook_logs");
  }
}

/** `client.deliveries`: deliveries to webhooks and by e-mail. */
export class Deliveries<Bytes> extends generated.Deliveries {
  /** Gets the bytes that were sent. 404 before the first attempt and after the retention period. */
  readonly body: BodyCall<Bytes>;

  /** Called by the client. */
  constructor(transport: Transport, platform: BytesOf<Bytes>) {
    super(transport);
    this.body = bodyCall(transport, platform, "deliveries");
  }

  /**
   * Sends one batch of waiting and failed deliveries now, the oldest first, or only counts them with `dry_run`. What
   * the receiver has already accepted is left out. To send all, repeat with `cursor: next_cursor` until it is null.
   */
  send(which: DeliverySend = {}, options: CallOptions = {}) {
    return this.call("sendDeliveries", { json: which, ...options });
  }

  /** Counts what has become of deliveries since a time, such as the `started_at` of {@link send}. */
  progress(query: QueryOf<"getSendingProgress">, options: CallOptions = {}) {
    return this.call("getSendingProgress", { query, ...options });
  }
}

/** `client.notes`: notes about submissions. They need an account key. */
export class Notes extends generated.Notes {
  /** Adds a note to a submission. */
  create(submissionId: number, text: string, options: CallOptions = {}) {
    return this.call("createNote", { at: submissionId, json: { text }, ...options });
  }

  /** Changes a note that this key wrote. */
  update(id: number, text: string, options: CallOptions = {}) {
    return this.call("updateNote", { at: id, json: { text }, ...options });
  }
}

/** `client.replyTemplates`: templates of replies. */
export class ReplyTemplates extends generated.ReplyTemplates {
  /** Lists the templates by name: all of them, or those for one form and those for every form. */
  list(query: QueryOf<"listReplyTemplates"> = {}, options: CallOptions = {}) {
    return this.call("listReplyTemplates", { query, ...options });
  }
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

  /** Downloads a file by the token in its `public_url`, without the API key, also from another host for files. @throws ApiError if the server rejects the request. */
  downloadPublic(token: string, options: DownloadOptions = {}): Promise<Download<Stream>> {
    const path = ["attachments", token, "public"];
    return openDownload(this.#transport, this.#platform, { path, bearer: null }, options);
  }
}

const NOT_READY_STATUS = 503;

/** `client.server`: the server itself. The API key is not sent. */
export class Server extends generated.Server {
  /** Whether posts can be stored: `status` is `ready` or the reason. Not retried by default. */
  readiness(options: CallOptions = {}) {
    return this.call("getReadiness", { alsoAccepts: NOT_READY_STATUS, maxRetries: 0, ...options });
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
