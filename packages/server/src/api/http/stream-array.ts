/** Streams a JSON array slice by slice, so that memory use does not depend on its length. */
import { stream } from "hono/streaming";
import type { Log } from "../../platform/log.ts";
import type { ApiContext } from "./env.ts";

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
export async function streamArray(
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
