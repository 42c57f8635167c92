/** The bytes that a delivery has sent. */
import type { CallOptions } from "./options.ts";
import { type ApiPromise, callRaw } from "./http/request.ts";
import type { Transport } from "./http/transport.ts";

/** The payload of a delivery as it was sent. */
export interface StoredBody {
  readonly contentType: string | undefined;
  /** The exact bytes that were sent and signed. */
  readonly bytes: Buffer;
}

export const getSentBody = (
  transport: Transport,
  path: readonly [collection: "deliveries" | "webhook_logs", id: number, "body"],
  options: CallOptions,
): ApiPromise<StoredBody> =>
  callRaw(
    transport,
    { method: "GET", path, headers: { accept: "*/*" }, ...options },
    ({ headers, bytes }) => ({ contentType: headers["content-type"], bytes }),
  );
