import * as Flags from "@oclif/core/flags";
import type { RawResponse } from "@intray/sdk";
import { asQuery, parseApiFields } from "../flags/member-flags.ts";
import { BaseCommand } from "../base-command.ts";
import { Failure, failure, usageFailure, tryOrUndefined } from "../errors/failure.ts";
import { readInput } from "../flags/inputs.ts";
import { exitCodeOfStatus } from "../errors/sdk-problem.ts";
import { escapeLine, escapeLines } from "../terminal/text.ts";
import { repeatable, requiredArgument } from "../flags/flags.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

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
      ...repeatable,
      description:
        "Query parameter of GET, HEAD and DELETE, else member of the JSON body. Repeatable.",
    }),
    input: Flags.string({
      helpValue: "FILE|-",
      description: "File to send as the body; - for standard input.",
    }),
    paginate: Flags.boolean({ description: "Fetch all pages of a list and print them as one." }),
    format: Flags.option({
      options: ["json", "ndjson"] as const,
      description: "ndjson: the records of a list, one document per line.",
    })(),
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
    const send = (params: Query) =>
      client.request(method, path, {
        query: params,
        ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
        ...(!isQuery && fields.size > 0 && { json: Object.fromEntries(fields) }),
      });
    const isByRecord = flags.format === "ndjson";
    const needsList = flags.paginate || isByRecord;
    let merged: Envelope | undefined;
    for await (const { response, list } of fetchPages(send, allQuery, flags.paginate)) {
      if (flags.include && merged === undefined) await this.#printHead(response);
      if (list === undefined || !needsList) {
        if (needsList && response.status < 300) throw noList(path);
        await this.#printBody(response);
        if (response.status >= 300) throw errorResponse(response);
        return;
      }
      if (isByRecord) for (const row of list.rows) await this.out.ndjson(row);
      merged = { ...list, rows: isByRecord ? [] : [...(merged?.rows ?? []), ...list.rows] };
    }
    if (merged === undefined || isByRecord) return;
    await this.out.json({ [merged.collection]: merged.rows, meta: merged.meta });
  }

  async #printHead({ status, headers }: RawResponse): Promise<void> {
    await this.out.line(`HTTP ${status}`);
    for (const [name, value] of Object.entries(headers)) {
      await this.out.line(`${name}: ${this.out.isTerminal ? escapeLine(value) : value}`);
    }
    await this.out.line("");
  }

  /** JSON has its control characters escaped, and is indented on a terminal. Other bodies are piped unchanged. */
  async #printBody({ body, status }: RawResponse): Promise<void> {
    if (body.length === 0) return;
    const value = parse(body);
    if (value !== undefined && status < 300 && this.out.hasExpression) return this.out.json(value);
    if (!this.out.isTerminal) {
      return this.out.write(value === undefined ? body : this.out.jsonText(body.toString("utf8")));
    }
    return value === undefined
      ? this.out.line(escapeLines(body.toString("utf8")))
      : this.out.line(this.out.jsonText(JSON.stringify(value, null, 2)));
  }
}

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

const parse = (body: Buffer) => tryOrUndefined<unknown>(() => JSON.parse(body.toString("utf8")));

type Query = Readonly<Record<string, string>>;

interface Envelope {
  readonly collection: string;
  readonly rows: readonly unknown[];
  readonly meta: {
    readonly next_cursor?: string | null;
    readonly page?: number;
    readonly per_page?: number;
  };
}

/** `{"<collection>": [...], "meta": {...}}`; `undefined` for other responses. */
function readEnvelope({ body, status }: RawResponse): Envelope | undefined {
  const value = status < 300 ? parse(body) : undefined;
  if (typeof value !== "object" || value === null || !("meta" in value)) return undefined;
  const { meta } = value;
  const [collection, rows] = Object.entries(value).find(([, one]) => Array.isArray(one)) ?? [];
  if (collection === undefined || typeof meta !== "object" || meta === null) return undefined;
  return { collection, rows: rows as unknown[], meta };
}

/** The response to the query, or with `isAll` those of all pages of a list. */
async function* fetchPages(
  send: (query: Query) => Promise<RawResponse>,
  first: Query,
  isAll: boolean,
): AsyncGenerator<{ readonly response: RawResponse; readonly list: Envelope | undefined }> {
  for (let query: Query | undefined = first; query !== undefined;) {
    const response = await send(query);
    const list = readEnvelope(response);
    yield { response, list };
    query = isAll && list !== undefined ? nextQuery(query, list) : undefined;
  }
}

/** The query of the next page; `undefined` behind the last. A list by e-mail has pages but no cursors. */
function nextQuery(query: Query, { rows, meta }: Envelope): Query | undefined {
  const { next_cursor, page = 1, per_page = Number.POSITIVE_INFINITY } = meta;
  if (typeof next_cursor !== "string") {
    const isLast = next_cursor === null || rows.length < per_page;
    return isLast ? undefined : { ...query, page: String(page + 1) };
  }
  const { page: _, ...rest } = query;
  return next_cursor === query["cursor"] ? undefined : { ...rest, cursor: next_cursor };
}

const noList = (path: string): Failure =>
  failure(
    "no_list",
    `GET ${path} did not return a list with "meta", so there are no records and pages.`,
    { hint: "Remove --paginate and --format ndjson." },
  );
