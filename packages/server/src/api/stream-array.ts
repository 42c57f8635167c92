/** A JSON array that flows out page by page: memory stays flat whatever its length. */
import { stream } from "hono/streaming";
import type { Log } from "../log.ts";
import type { ApiContext } from "./env.ts";

type StreamingApi = Parameters<Parameters<typeof stream>[1]>[0];

interface Slice {
  readonly items: readonly unknown[];
  /** The id behind which the next slice begins; `undefined` when this one was empty. */
  readonly lastId: number | undefined;
}

/**
 * Asks `next` for slices until one is empty. The first is asked for before the answer begins; where
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
      for (const item of slice.items) {
        await out.write(`${isFirst ? "" : ","}${JSON.stringify(item)}`);
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
