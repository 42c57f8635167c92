/** The bytes that a delivery has sent. */
import type { CallOptions } from "./options.ts";
import { type ApiPromise, callRaw } from "./http/request.ts";
import type { Transport } from "./http/transport.ts";

/** The payload of a delivery as it was sent. */
export interface StoredBody<Bytes> {
  readonly contentType: string | undefined;
  /** The exact bytes that were sent and signed. */
  readonly bytes: Bytes;
}

/** The conversion of bytes to the type that the platform's programs expect. */
export interface BytesOf<Bytes> {
  toBytes(bytes: Uint8Array): Bytes;
}

export const getSentBody = <Bytes>(
  transport: Transport,
  platform: BytesOf<Bytes>,
  path: readonly [collection: "deliveries" | "webhook_logs", id: number, "body"],
  options: CallOptions,
): ApiPromise<StoredBody<Bytes>> =>
  callRaw(
    transport,
    { method: "GET", path, headers: { accept: "*/*" }, ...options },
    ({ headers, bytes }) => ({
      contentType: headers["content-type"],
      bytes: platform.toBytes(bytes),
    }),
  );
