/** Reads a body without files into memory, up to a limit. */
import type { IncomingMessage } from "node:http";
import { AppError } from "../domain/errors.ts";
import { collectBytes } from "./collect-bytes.ts";
import type { OpenBody } from "./open-bodies.ts";

export interface SizeLimit {
  readonly maxBytes: number;
  readonly tooLarge: (maxBytes: number) => AppError;
}

/**
 * The memory counts for `body` until it is closed.
 *
 * @throws `tooLarge(maxBytes)` at once by Content-Length, otherwise as soon as the limit is exceeded;
 *   AppError `malformed` if the sender disconnects; `timeout` or `overloaded` if `body` is rejected.
 */
export function readBody(
  incoming: IncomingMessage,
  { maxBytes, tooLarge }: SizeLimit,
  body: OpenBody,
): Promise<Buffer> {
  requireLength(incoming, maxBytes, tooLarge);
  return new Promise((resolve, reject) => {
    const collected = collectBytes();
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxBytes) {
        fail(tooLarge(maxBytes));
        return;
      }
      collected.push(chunk);
      body.arrived(chunk.byteLength);
      body.keep(chunk.byteLength);
    };
    const fail = (error: AppError) => {
      incoming.off("data", onData);
      collected.release();
      reject(error);
    };
    incoming.on("data", onData);
    incoming.once("end", () => {
      body.complete();
      resolve(collected.bytes());
    });
    const onInterruption = () => {
      if (!incoming.readableEnded) fail(interruptedBody());
    };
    incoming.once("close", onInterruption);
    incoming.once("error", onInterruption);
    body.whenRejected(fail);
  });
}

/** @throws `tooLarge(maxBytes)` if Content-Length exceeds `maxBytes`. */
export function requireLength(
  incoming: IncomingMessage,
  maxBytes: number,
  tooLarge: (limit: number) => AppError,
): void {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/** The error for a sender that disconnected before the end of the body. */
export function interruptedBody(): AppError {
  return new AppError(
    "malformed",
    "The connection closed before the end of the post; nothing was stored. Send it again.",
  );
}
