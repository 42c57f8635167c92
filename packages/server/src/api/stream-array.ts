/** A JSON array that flows out page by page: memory stays flat whatever its length. */
import { stream } from "hono/streaming";
import type { ApiContext } from "./env.ts";

interface Slice {
  readonly items: readonly unknown[];
  /** The id behind which the next slice begins; `undefined` when this one was empty. */
  readonly lastId: number | undefined;
}

/** Asks `next` for slices until one is empty. The first is asked for before the answer begins. */
export async function streamArray(
  c: ApiContext,
  next: (afterId: number | undefined) => Promise<Slice>,
): Promise<Response> {
  let slice = await next(undefined);
  c.header("Content-Type", "application/json");
  return stream(c, async (out) => {
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
  });
}
