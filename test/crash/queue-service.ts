/** A small service with only the endpoints that a queue needs: list, GET and PATCH of submissions. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listenOnLoopback, type Loopback } from "../harness/loopback.ts";

/** A stored submission. */
export interface StoredSubmission {
  readonly id: number;
  readonly form_id: number;
  readonly payload_params: Readonly<Record<string, string>>;
  read: boolean;
  spam: boolean;
  trash: boolean;
}

/** A response that replaces the service's own. */
export interface Fault {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
}

/** The service: its records, the requests it has received, and faults. */
export class QueueService {
  readonly records = new Map<number, StoredSubmission>();
  /** Received requests in order, such as `PATCH 7`. */
  readonly requests: string[] = [];
  /** The number of records per page of each list that was read, in order. */
  readonly pageSizes: number[] = [];
  /** False simulates a service with page numbers only. */
  hasCursor = true;
  /** The accepted API key. */
  key = "itk_acct_test";
  /** Returns a fault for a request, before anything else is checked. */
  fault: (request: string) => Fault | "hang" | undefined = () => undefined;
  readonly url: string;
  /** Accepts no more connections, and ends those that are open. */
  readonly close: () => void;

  private constructor({ url, close }: Loopback) {
    this.url = url;
    this.close = close;
  }

  /** Starts the service on a free port of 127.0.0.1. */
  static async start(): Promise<QueueService> {
    const server = createServer();
    const service = new QueueService(await listenOnLoopback(server));
    server.on("request", (request, response) => void service.#answer(request, response));
    return service;
  }

  /** Adds unread submissions with these ids. */
  add(...ids: number[]): void {
    for (const id of ids) {
      this.records.set(id, {
        id,
        form_id: 3,
        payload_params: { email: `p${id}@example.com`, message: "Grüße\n\0\u2028 'x' $(y)" },
        read: false,
        spam: false,
        trash: false,
      });
    }
  }

  unread(): number[] {
    return [...this.records.values()].filter(({ read }) => !read).map(({ id }) => id);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url);
    const path = url.pathname.replace("/api/v1/", "");
    const id = Number(path.split("/")[1]);
    const name = `${request.method} ${Number.isNaN(id) ? path : id}`;
    this.requests.push(name);
    const body = await text(request);
    const fault = this.fault(name);
    if (fault === "hang") return;
    if (fault !== undefined) {
      response.writeHead(fault.status, { "content-type": fault.contentType ?? "application/json" });
      response.end(fault.body);
      return;
    }
    const [status, answer] = this.#decide(request, path, id, url.searchParams, body);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  }

  #decide(
    request: IncomingMessage,
    path: string,
    id: number,
    query: URLSearchParams,
    body: string,
  ): [status: number, answer: unknown] {
    if (request.headers.authorization !== `Bearer ${this.key}`) {
      return [401, problem("unauthenticated", "This key is unknown or revoked.")];
    }
    if (path === "me") {
      const account = { id: 1, name: "Test" };
      return [200, { kind: "account", form_id: null, key_name: "test", account }];
    }
    if (path === "submissions") return [200, this.#list(query)];
    const record = this.records.get(id);
    if (record === undefined) return [404, problem("not_found", `There is no submission ${id}.`)];
    if (request.method === "PATCH") {
      const change = JSON.parse(body) as { submission: Partial<StoredSubmission> };
      Object.assign(record, change.submission);
    }
    return [200, record];
  }

  #list(query: URLSearchParams): unknown {
    const perPage = Number(query.get("per_page") ?? 100);
    this.pageSizes.push(perPage);
    const matching = [...this.records.values()]
      .filter(({ read, spam, trash }) => !read && !spam && !trash)
      .toSorted((a, b) => a.id - b.id);
    if (!this.hasCursor) {
      const page = Number(query.get("page") ?? 1);
      const submissions = matching.slice((page - 1) * perPage, page * perPage);
      return { submissions, meta: { count: matching.length, page, per_page: perPage } };
    }
    const after = Number(query.get("cursor") ?? 0);
    const rest = matching.filter((record) => record.id > after);
    const submissions = rest.slice(0, perPage);
    const last = submissions.at(-1)?.id;
    const next_cursor = rest.length > perPage && last !== undefined ? String(last) : null;
    return {
      submissions,
      meta: { count: matching.length, page: 1, per_page: perPage, next_cursor },
    };
  }
}

/** An Intray error body. */
export function problem(code: string, error: string): object {
  return { error, code, request_id: "req_test" };
}
