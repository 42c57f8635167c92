/** A JSON array that flows out page by page: memory stays flat whatever its length. */
import { stream } from "hono/streaming";
import type { Log } from "../../platform/log.ts";
import type { ApiContext } from "./env.ts";

type StreamingApi = Parameters<Parameters<typeof stream>[1]>[0];

interface Slice {
  /** A JSON array. */
  readonly json: Uint8Array;
  /** The id behind which the next slice begins; `undefined` when this one is behind the end. */
  readonly lastId: number | undefined;
}

const EMPTY = "[]";

/**
 * Asks `next` for slices until one is behind the end. The first is asked for before the answer begins; where
 * a later one fails, the array stays open, so nobody takes it for the whole.
 */
export async function streamArray(
  c: ApiContext,
  log: Log,
  next: (afterId: number | undefined) => Promise<Slice>,
): Promise<Response> {
  let slice = await next(undefined);
  c.header("Content-Type", "application/json");
  // Hono drops the body of a HEAD: a stream begun for it would wait for its reader forever.
  if (c.req.method === "HEAD") return c.body(null);
  const write = async (out: StreamingApi) => {
    await out.write("[");
    let isFirst = true;
    while (slice.lastId !== undefined && !out.aborted) {
      // What was deleted while the slice was read leaves it empty.
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
    log.error({ err: error, path: c.req.path }, "A streamed answer broke off.");
    return Promise.resolve();
  });
}
