/** GET /forms/:form_id/submissions: the list of one form as a JSON array, whole or by pages. */
import { zListFormSubmissionsQuery } from "@intray/sdk/schemas";
import type { Hono } from "hono";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import type { PageCache } from "../http/page-cache.ts";
import { cutIds, pageOf } from "../http/pagination.ts";
import { parseQuery } from "../http/request.ts";
import { requireForm } from "../http/scope.ts";
import { readInclude } from "./include.ts";
import { readFormSubmissionsQuery } from "./submission-query.ts";
import { stream } from "hono/streaming";
import type { Log } from "../../platform/log.ts";

/** Submissions per slice of a streamed array. Each may be 2 MiB, and a slice is in memory at once. */
const STREAM_BATCH = 25;

export function formSubmissionsRoute(
  app: Hono<ApiEnv>,
  parts: ApiParts,
  cachedPage: PageCache,
): void {
  const { store, clock, log, publicUrl, origins, unsent } = parts;

  app.get("/forms/:form_id/submissions", async (c) => {
    const query = parseQuery(c, zListFormSubmissionsQuery);
    const form = await requireForm(parts, c.get("caller"), c.req.param("form_id"));
    const { account_id } = c.get("caller");
    const include = readInclude(query.include, c.get("caller"));
    const { filter, pageQuery } = readFormSubmissionsQuery(query, { account_id, form_id: form.id });
    const isPaged =
      pageQuery.cursor !== undefined ||
      pageQuery.page !== undefined ||
      (c.req.query("per_page") ?? "") !== "";
    const order = "date_asc";
    const rendering = { ...origins, now: clock.now(), include };
    if (!isPaged) {
      return streamArray(c, log, async (after_id) => {
        const page = { limit: STREAM_BATCH + 1, offset: 0, after_id };
        const request = { ...filter, order, ...page, ...rendering, now: clock.now() } as const;
        const { ids, bytes } = await store.reads.serializeSubmissionSlice(request);
        unsent.hold(c.env.outgoing, bytes.byteLength);
        return { json: bytes, lastId: ids.slice(0, STREAM_BATCH).at(-1) };
      });
    }
    const boundTo = { list: "form_submissions", ...filter };
    const page = pageOf(pageQuery, boundTo);
    // The response names the URL that was requested.
    const key = JSON.stringify([nextPage(c, publicUrl(), ""), boundTo, page, include]);
    const { bytes, next } = await cachedPage(key, async (known) => {
      const request = { ...filter, order, ...page, ...rendering, known } as const;
      const { version, page: found } = await store.reads.serializeSubmissionPage(request);
      if (found === undefined) return "unchanged";
      const { next_cursor } = cutIds(pageQuery, boundTo, { count: 0, ...found }).meta;
      return {
        version,
        bytes: found.bytes,
        next: next_cursor === null ? undefined : nextPage(c, publicUrl(), next_cursor),
        changesOnlyByCommit: found.changesOnlyByCommit,
      };
    });
    if (next !== undefined) c.header("Link", `<${next}>; rel="next"`);
    return c.body(bytes, 200, { "Content-Type": "application/json" });
  });
}

/** The URL of the next page, without the key. */
function nextPage(c: ApiContext, publicUrl: string, cursor: string): string {
  const url = new URL(`${publicUrl}${c.req.path}`);
  for (const [name, value] of Object.entries(c.req.query())) url.searchParams.set(name, value);
  url.searchParams.delete("api_token");
  url.searchParams.delete("page");
  url.searchParams.set("cursor", cursor);
  return url.href;
}

type StreamingApi = Parameters<Parameters<typeof stream>[1]>[0];

interface Slice {
  /** A JSON array. */
  readonly json: Uint8Array;
  /** The id after which the next slice begins; `undefined` if this slice is past the end. */
  readonly lastId: number | undefined;
}

const EMPTY = "[]";

/**
 * Reads slices from `next` until one is past the end. The first is read before the response starts, so
 * its failure is a normal error response. If a later one fails, the array is left unterminated: a client
 * cannot mistake it for the complete list.
 */
async function streamArray(
  c: ApiContext,
  log: Log,
  next: (afterId: number | undefined) => Promise<Slice>,
): Promise<Response> {
  let slice = await next(undefined);
  c.header("Content-Type", "application/json");
  // Hono drops the body of a HEAD response: a stream would wait for its reader forever.
  if (c.req.method === "HEAD") return c.body(null);
  const write = async (out: StreamingApi) => {
    await out.write("[");
    let isFirst = true;
    while (slice.lastId !== undefined && !out.aborted) {
      // A slice is empty if its submissions were deleted while it was read.
      if (slice.json.length > EMPTY.length) {
        if (!isFirst) await out.write(",");
        await out.write(slice.json.subarray(1, -1));
        isFirst = false;
      }
      slice = await next(slice.lastId);
    }
    await out.write("]");
  };
  return stream(c, write, (error) => {
    log.error({ err: error, path: c.req.path }, "A streamed response failed after it had started.");
    return Promise.resolve();
  });
}
