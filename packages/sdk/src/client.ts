/** The client of one Intray server, without what differs between platforms. */
import {
  Account,
  ApiKeys,
  Members,
  Attachments,
  Deliveries,
  Events,
  Forms,
  Notes,
  Projects,
  Replies,
  ReplyTemplates,
  Server,
  WebhookLogs,
  Webhooks,
} from "./resources.ts";
import type { CallOptions, ClientOptions, QueryValue } from "./options.ts";
import { type Download, openDownload } from "./download.ts";
import type { Exchange } from "./http/exchange.ts";
import type { Platform, PlatformTypes } from "./http/platform.ts";
import { type ApiPromise, call } from "./http/request.ts";
import type { Me } from "./api-types.ts";
import { Submissions } from "./submissions.ts";
import { Transport } from "./http/transport.ts";

/** The parts of a raw request. Set `body`, or `json` to have it serialized. */
export interface RawInit extends CallOptions {
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly json?: unknown;
}

/** A complete response. */
export interface RawResponse<Bytes> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes;
}

/** A client for one server and one API key. `Types` are those of its platform. */
export class Client<Types extends PlatformTypes> {
  readonly submissions: Submissions;
  readonly notes: Notes;
  readonly replies: Replies;
  readonly replyTemplates: ReplyTemplates;
  readonly forms: Forms;
  readonly projects: Projects;
  readonly webhooks: Webhooks;
  readonly webhookLogs: WebhookLogs<Types["bytes"]>;
  readonly deliveries: Deliveries<Types["bytes"]>;
  readonly apiKeys: ApiKeys;
  readonly members: Members;
  readonly attachments: Attachments<Types["stream"]>;
  readonly events: Events;
  readonly account: Account;
  readonly server: Server;
  readonly #transport: Transport;
  readonly #platform: Platform<Types>;

  /** @throws IntrayError of kind `usage` for an invalid base URL or key. */
  constructor(options: ClientOptions, platform: Platform<Types>) {
    this.#platform = platform;
    this.#transport = new Transport(options, platform);
    this.submissions = new Submissions(this.#transport);
    this.notes = new Notes(this.#transport);
    this.replies = new Replies(this.#transport);
    this.replyTemplates = new ReplyTemplates(this.#transport);
    this.forms = new Forms(this.#transport);
    this.projects = new Projects(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
    this.webhookLogs = new WebhookLogs(this.#transport, platform);
    this.deliveries = new Deliveries(this.#transport, platform);
    this.apiKeys = new ApiKeys(this.#transport);
    this.members = new Members(this.#transport);
    this.attachments = new Attachments(this.#transport, platform);
    this.events = new Events(this.#transport);
    this.account = new Account(this.#transport);
    this.server = new Server(this.#transport);
  }

  /** The account and the rights of this client's key. */
  me(options: CallOptions = {}): ApiPromise<Me> {
    return call(this.#transport, { operation: "getMe", method: "GET", path: "/me", ...options });
  }

  /** Sends any request, without a schema. Resolves with any status, error responses included. */
  async request(
    method: string,
    path: string,
    init: RawInit = {},
  ): Promise<RawResponse<Types["bytes"]>> {
    const { status, headers, bytes } = await this.#transport.send(rawExchange(method, path, init));
    return { status, headers, body: this.#platform.toBytes(bytes) };
  }

  /**
   * Sends any request, and resolves when the response has started, before its body is read. After that a
   * broken connection ends the body with an error.
   *
   * @throws ApiError for an error response.
   */
  stream(method: string, path: string, init: RawInit = {}): Promise<Download<Types["stream"]>> {
    const exchange = rawExchange(method, path, init);
    return openDownload(this.#transport, this.#platform, exchange, { ...init, resume: false });
  }

  /**
   * Ends event streams and pending retries, waits for open calls and downloads, and closes the client's
   * own connections. A provided dispatcher stays open.
   */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /** Closes without waiting: open calls and downloads fail as aborted. */
  destroy(): Promise<void> {
    return this.#transport.destroy();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function rawExchange(method: string, path: string, { json, ...rest }: RawInit): Exchange {
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return { ...rest, ...body, method: method.toUpperCase(), path };
}
