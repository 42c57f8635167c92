/** A small server with the same API, for responses that the real server does not give on demand. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Submission } from "@intray/sdk";
import { listenOnLoopback, type Loopback } from "../../../test/harness/loopback.ts";

export const KEY = "itk_acct_standin";
const MAX_PER_PAGE = 100;

export type SeenRequest = { readonly method: string; readonly url: string; readonly body: string };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Fault {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
}

export class FakeServer {
  readonly url: string;
  readonly submissions: Submission[] = [];
  formName: string | null = null;
  readonly seen: SeenRequest[] = [];
  /** Handlers by `METHOD path` that replace the default ones; the default applies if one does not respond. */
  readonly instead = new Map<string, Handler>();
  /** Returns a fault for a request such as `PATCH 7` or `GET me`, before anything else is checked. */
  fault: (request: string) => Fault | "hang" | undefined = () => undefined;
  /** False simulates a server with page numbers only. */
  hasCursor = true;
  /** Members of the answer of GET /me that differ from those of a key that may do everything. */
  me: object = {};
  /** Accepts no more connections, and ends those that are open. */
  readonly stop: () => void;
  readonly #server;

  constructor(server: Server, { url, close }: Loopback) {
    this.#server = server;
    this.url = url;
    this.stop = close;
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      void this.#handle(request, response);
    });
  }

  static async start<Own extends FakeServer>(
    this: new (server: Server, loopback: Loopback) => Own,
  ): Promise<Own> {
    const server = createServer();
    return new this(server, await listenOnLoopback(server));
  }

  reset(): void {
    for (const list of [this.submissions, this.seen]) list.splice(0);
    this.instead.clear();
    this.fault = () => undefined;
    this.me = {};
    this.#server.closeAllConnections();
  }

  /** Makes this the answer to `METHOD path`. */
  answer(route: string, body: object, status = 200): void {
    this.instead.set(route, (_, response) => respond(response, status, body));
  }

  /** Makes this error the answer to `METHOD path`. */
  refuse(route: string, status: number, code: string, error: string): void {
    this.instead.set(route, (_, response) => respondWithError(response, status, code, error));
  }

  /** Adds submissions with the ids from 1 on. */
  fill(count: number, text = "hello"): void {
    for (let id = 1; id <= count; id += 1) {
      this.submissions.push(makeSubmission(id, [["message", text]]));
    }
  }

  /** Received requests in order, such as `PATCH 7`. */
  get requests(): readonly string[] {
    return this.seen.map(({ method, url }) => {
      const path = new URL(url, this.url).pathname.replace("/api/v1/", "");
      return `${method} ${/^submissions\/(\d+)/.exec(path)?.[1] ?? path}`;
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString();
    const method = request.method ?? "";
    this.seen.push({ method, url: request.url ?? "", body });
    const fault = this.fault(this.requests.at(-1) ?? "");
    if (fault === "hang") return;
    if (fault !== undefined) {
      response.writeHead(fault.status, { "content-type": fault.contentType ?? "application/json" });
      response.end(fault.body);
      return;
    }
    const url = new URL(request.url ?? "", this.url);
    const path = url.pathname.replace("/api/v1", "");
    this.instead.get(`${method} ${path}`)?.(request, response);
    if (response.writableEnded || response.headersSent) return;
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      return respondWithError(response, 401, "unauthenticated", "This key is unknown or revoked.");
    }
    this.#route(method, path, url.searchParams, body, response);
  }

  #route(method: string, path: string, query: URLSearchParams, body: string, to: ServerResponse) {
    const [, id] = /^\/submissions\/(\d+)/.exec(path) ?? [];
    const found = this.submissions.find((one) => one.id === Number(id));
    if (path === "/me") {
      return respond(to, 200, {
        kind: "account",
        form_id: null,
        key_name: "test",
        scope: "write",
        expires_at: null,
        account: { id: 1, name: "Test" },
        ...this.me,
      });
    }
    if (path === "/submissions") return respond(to, 200, this.#list(query));
    if (path === "/forms" && method === "POST") {
      const input = JSON.parse(body) as { name: string };
      if (input.name === "taken")
        return respondWithError(to, 422, "invalid", "The form cannot be made.", NAME);
      return respond(to, 201, { id: 1, uuid: "0123456789ab", ...FORM, ...input });
    }
    if (found === undefined) {
      return respondWithError(to, 404, "not_found", `There is no submission ${id}.`);
    }
    if (method === "PATCH") {
      Object.assign(found, (JSON.parse(body) as { submission: object }).submission);
    }
    return respond(to, 200, found);
  }

  #list(query: URLSearchParams) {
    const perPage = Math.min(Number(query.get("per_page") ?? MAX_PER_PAGE), MAX_PER_PAGE);
    const isAscending = query.get("order_by") === "date_asc";
    const matching = this.submissions.filter(
      ({ read, spam, trash }) => query.get("unread") !== "true" || !(read || spam || trash),
    );
    const ordered = isAscending ? matching : matching.toReversed();
    const number = Number(query.get("page") ?? 1);
    const cursor = query.get("cursor");
    const isBehind = (id: number) => (isAscending ? id > Number(cursor) : id < Number(cursor));
    const rest =
      cursor === null
        ? ordered.slice((number - 1) * perPage)
        : ordered.filter(({ id }) => isBehind(id));
    const page = rest.slice(0, perPage);
    const next_cursor = rest.length > perPage ? String(page.at(-1)?.id) : null;
    const count = ordered.length;
    const meta = {
      count,
      page: number,
      per_page: perPage,
      ...(this.hasCursor && { next_cursor }),
      inbox_count: count,
      unread_count: count,
      spam_count: 0,
      trash_count: 0,
      form_name: this.formName,
    };
    return { submissions: page, meta };
  }
}

const FORM = { fields: [], captcha: null, honeypot_field: "_gotcha" };
const NAME = [{ field: "name", code: "taken", message: "This name is taken." }];

export function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "x-request-id": "req_1" });
  response.end(JSON.stringify(body));
}

export function respondWithError(
  response: ServerResponse,
  status: number,
  code: string,
  error: string,
  errors?: unknown,
): void {
  respond(response, status, { error, code, request_id: "req_1", errors });
}

export function makeSubmission(
  id: number,
  fields: readonly (readonly [string, string])[],
): Submission {
  const at = new Date(Date.UTC(2026, 0, 1) + id).toISOString();
  return {
    id,
    form_id: 1,
    form: { name: "Contact", uuid: "0123456789ab" },
    email: null,
    payload_params: Object.fromEntries(fields),
    form_params: fields.map(([name, value]) => ({ name, value })),
    read: false,
    spam: false,
    trash: false,
    seen_at: null,
    answered_at: null,
    spam_reason: null,
    source_url: null,
    source_host: null,
    source_path: null,
    source_fragment: null,
    source_query: null,
    ip: null,
    referrer: null,
    user_agent: null,
    geocoded_country: "Unknown",
    geocoded_region: "Unknown",
    geocoded_city: "Unknown",
    attachments: [],
    tags: [],
    claim_count: 0,
    webhook_sent_at: null,
    created_at: at,
    updated_at: at,
  };
}
