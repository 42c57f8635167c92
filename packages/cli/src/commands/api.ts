import * as Flags from "@oclif/core/flags";
import type { RawResponse, Intray } from "@intray/sdk";
import { asQuery, parseApiFields } from "../flags/member-flags.ts";
import { BaseCommand } from "../base-command.ts";
import { EXIT, Failure, usageFailure } from "../errors/failure.ts";
import { readInput } from "../flags/inputs.ts";
import { exitCodeOfStatus } from "../errors/sdk-problem.ts";
import { escapeLine, escapeLines } from "../terminal/text.ts";
import { requiredArgument } from "../flags/flags.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** `intray api` */
export default class Api extends BaseCommand {
  static override summary = "Call any endpoint of the API and print the response.";
  static override description =
    "The path is relative to /api/v1. An error response is printed too, and sets the exit code.";
  static override examples = [
    "intray api GET /submissions -F filter_by=new --paginate",
    "intray api PATCH /submissions/42 -F submission:='{\"read\":true}'",
    "intray api POST /forms --input form.json -i",
  ];
  static override streamsJson = true;
  static override args = {
    method: requiredArgument(`HTTP method: ${METHODS.join(", ")}.`),
    path: requiredArgument("Path below /api/v1, with or without a query."),
  };
  static override flags = {
    field: Flags.string({
      char: "F",
      helpValue: "NAME=TEXT|NAME:=JSON",
      multiple: true,
      multipleNonGreedy: true,
      description:
        "Query parameter of GET, HEAD and DELETE, else member of the JSON body. Repeatable.",
    }),
    input: Flags.string({
      helpValue: "FILE|-",
      description: "File to send as the body; - for standard input.",
    }),
    paginate: Flags.boolean({ description: "Fetch all pages of a list and print them as one." }),
    include: Flags.boolean({ char: "i", description: "Print the status and headers first." }),
  };

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Api);
    const method = METHODS.find((known) => known === args.method.toUpperCase());
    if (method === undefined) {
      throw usageFailure(
        `${args.method} is not a method.`,
        `The methods are ${METHODS.join(", ")}.`,
      );
    }
    const fields = parseApiFields(flags.field ?? []);
    const isQuery = flags.input !== undefined || ["GET", "HEAD", "DELETE"].includes(method);
    if (flags.paginate && method !== "GET") throw usageFailure("--paginate works with GET only.");
    const [path, query] = splitQuery(args.path);
    const allQuery = { ...query, ...(isQuery && asQuery(fields)) };
    const body =
      flags.input === undefined ? undefined : await readInput(flags.input, "The request's body");
    const client = await this.client();
    const response = flags.paginate
      ? await fetchAllPages(client, { path, query: allQuery, headers: {} })
      : await client.request(method, path, {
          query: allQuery,
          ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
          ...(!isQuery && fields.size > 0 && { json: Object.fromEntries(fields) }),
        });
    if (flags.include) await this.#printHead(response);
    await this.#printBody(response);
    if (response.status >= 300) throw errorResponse(response);
  }

  async #printHead({ status, headers }: RawResponse): Promise<void> {
    await this.out.line(`HTTP ${status}`);
    for (const [name, value] of Object.entries(headers)) {
      await this.out.line(`${name}: ${this.out.isTerminal ? escapeLine(value) : value}`);
    }
    await this.out.line("");
  }

  /** JSON has its control characters escaped, and is indented on a terminal. Other bodies are piped unchanged. */
  async #printBody({ body }: RawResponse): Promise<void> {
    if (body.length === 0) return;
    const value = parse(body);
    if (!this.out.isTerminal) {
      return this.out.write(value === undefined ? body : this.out.jsonText(body.toString("utf8")));
    }
    return value === undefined
      ? this.out.line(escapeLines(body.toString("utf8")))
      : this.out.json(value);
  }
}

/** Separates the query from the path. */
function splitQuery(given: string): [path: string, query: Record<string, string>] {
  const at = given.indexOf("?");
  return at === -1
    ? [given, {}]
    : [given.slice(0, at), Object.fromEntries(new URLSearchParams(given.slice(at + 1)))];
}

function errorResponse({ status, headers, body }: RawResponse): Failure {
  const document = parse(body);
  const problem =
    typeof document === "object" && document !== null ? (document as Record<string, unknown>) : {};
  const message =
    typeof problem["error"] === "string"
      ? problem["error"]
      : `The server responded with ${status}.`;
  const code = typeof problem["code"] === "string" ? problem["code"] : `http_${status}`;
  const requestId = headers["x-request-id"];
  const errors = Array.isArray(problem["errors"]) ? (problem["errors"] as { code: string }[]) : [];
  return new Failure({ exit: exitCodeOfStatus(status, errors), code, message, status, requestId });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

interface ListRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

interface Envelope {
  readonly collection: string;
  readonly rows: readonly unknown[];
  readonly meta: { readonly next_cursor?: string | null };
}

/** The last response, with the rows of all pages in its body; or the first error response. */
async function fetchAllPages(client: Intray, request: ListRequest): Promise<RawResponse> {
  const rows: unknown[] = [];
  let query = { ...request.query };
  for (;;) {
    const response = await client.request("GET", request.path, { query, headers: request.headers });
    if (response.status >= 300) return response;
    const { collection, rows: pageRows, meta } = readEnvelope(response, request.path);
    rows.push(...pageRows);
    const next = meta.next_cursor;
    if (typeof next !== "string" || next === query["cursor"]) {
      const { "content-length": _, ...headers } = response.headers;
      return {
        ...response,
        headers,
        body: Buffer.from(JSON.stringify({ [collection]: rows, meta })),
      };
    }
    const { page: _, ...rest } = query;
    query = { ...rest, cursor: next };
  }
}

/** `{"<collection>": [...], "meta": {...}}` */
function readEnvelope({ body }: RawResponse, path: string): Envelope {
  const value = parse(body);
  if (typeof value === "object" && value !== null && "meta" in value) {
    const { meta } = value;
    for (const [collection, rows] of Object.entries(value)) {
      if (Array.isArray(rows) && typeof meta === "object" && meta !== null)
        return { collection, rows, meta };
    }
  }
  throw new Failure({
    exit: EXIT.usage,
    code: "no_list",
    message: `GET ${path} did not return a list with "meta", so there are no pages to follow.`,
    hint: "Remove --paginate.",
  });
}
