/** Fetches all pages of a list as one document, for `intray api --paginate`. */
import type { Intray, RawResponse } from "@intray/sdk";
import { EXIT, Failure } from "../errors/failure.ts";

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

/** The last response, with the rows of all pages in its body; or the first error response. */
export async function fetchAllPages(client: Intray, request: ListRequest): Promise<RawResponse> {
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

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
