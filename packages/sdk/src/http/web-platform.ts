/** Platforms with fetch and web streams: workers, Deno, Bun, browsers. */
import type { ClientOptions } from "../options.ts";
import { FetchConnection } from "./fetch-connection.ts";
import type { Platform } from "./platform.ts";
import { isValidUtf8 } from "./text.ts";

export interface WebTypes {
  readonly bytes: Uint8Array;
  readonly stream: ReadableStream<Uint8Array>;
}

export const webPlatform: Platform<WebTypes> = {
  connect: ({ fetch: given }: ClientOptions) =>
    new FetchConnection(given ?? ((url, init) => fetch(url, init))),
  validator: undefined,
  // Browsers send their own, and would ask the server whether another one is allowed.
  userAgent: undefined,
  isUtf8: isValidUtf8,
  toBytes: (bytes) => bytes,
  toStream: (chunks, stop) =>
    new ReadableStream({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => stop.abort(),
    }),
};
