/** `--paginate` of `intray api`: all pages of a list as one document. */
import type { Intray, RawResponse } from "@intray/sdk";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

export interface ListRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

interface Envelope {
  readonly collection: string;
  readonly rows: readonly unknown[];
  readonly meta: { readonly next_cursor?: string | null };
}

/** One answer: a page that is no success, or the last one, with all pages' rows in its body. */
export async function fetchAllPages(client: Intray, request: ListRequest): Promise<RawResponse> {
  const rows: unknown[] = [];
  let query = { ...request.query };
  for (;;) {
    const answer = await client.request("GET", request.path, { query, headers: request.headers });
    if (answer.status >= 300) return answer;
    const { collection, rows: some, meta } = readEnvelope(answer, request.path);
    rows.push(...some);
    const next = meta.next_cursor;
    if (typeof next !== "string" || next === query["cursor"]) {
      const { "content-length": _, ...headers } = answer.headers;
      return {
        ...answer,
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
    message: `The answer to GET ${path} is no list with a meta, so it has no pages to follow.`,
    hint: "Leave --paginate out.",
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
