/** Records which operation has answered which status, and which responses differ from openapi.yaml. */
import { request } from "undici";
import { contractProblems } from "./document.ts";
import { findPlace, readDocument } from "./openapi.ts";

const document = readDocument();

/** Every `operationId status` in openapi.yaml. */
export const documentedStatuses = (): string[] =>
  Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) =>
      operation?.operationId === undefined
        ? []
        : Object.keys(operation.responses).map((status) => `${operation.operationId} ${status}`),
    );

export function recordStatuses() {
  const seen = new Set<string>();
  const problems: string[] = [];
  async function record(method: string, url: string, response: Response): Promise<Response> {
    const isEndless = response.headers.get("content-type")?.startsWith("text/event-stream");
    const body = isEndless ? Buffer.alloc(0) : Buffer.from(await response.clone().arrayBuffer());
    const { status, headers } = response;
    const { pathname } = new URL(url);
    for (const problem of contractProblems(method, pathname, { status, headers, body })) {
      problems.push(`${method} ${pathname} answered ${status}: ${problem}`);
    }
    for (const id of operationsAt(method, pathname)) seen.add(`${id} ${status}`);
    return response;
  }
  return {
    /** `operationId status`. */
    seen,
    /** One sentence each. */
    problems,
    /** Sends a request, compares the response with openapi.yaml, and records its status. */
    ask: async (url: string, init: RequestInit = {}) =>
      record(init.method ?? "GET", url, await fetch(url, { redirect: "manual", ...init })),
    /** Like `ask`, a GET request under another host name. */
    askAs: async (host: string, url: string) => {
      // `fetch` does not send a Host of the caller.
      const { statusCode, headers, body } = await request(url, { headers: { host } });
      const flat = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const init = { status: statusCode, headers: new Headers(flat) };
      return record("GET", url, new Response(await body.text(), init));
    },
  };
}

/** The operations of a path; 405 counts for every operation that the path has. */
function operationsAt(method: string, pathname: string): string[] {
  const place = findPlace(document, method, pathname);
  if (place.kind === "unknown_path") return [];
  if (place.kind === "operation") return [place.operation.operationId];
  return place.allowed.flatMap((allowed) => operationsAt(allowed, pathname));
}
