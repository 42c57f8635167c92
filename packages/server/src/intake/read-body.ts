/** Reads a body without files into memory, up to a limit. */
import type { IncomingMessage } from "node:http";
import { AppError } from "../domain/errors.ts";
import { collectBytes } from "./collect-bytes.ts";
import { bodyTooLarge } from "./limits.ts";

/**
 * @throws AppError `too_large` at once by Content-Length, otherwise as soon as the limit is exceeded;
 *   `malformed` if the sender disconnects.
 */
export function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  requireLength(incoming, maxBytes, bodyTooLarge);
  return new Promise((resolve, reject) => {
    const collected = collectBytes();
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxBytes) reject(bodyTooLarge(maxBytes));
      else collected.push(chunk);
    });
    incoming.once("end", () => resolve(collected.bytes()));
    const onInterruption = () => {
      if (!incoming.readableEnded) reject(interruptedBody());
    };
    incoming.once("close", onInterruption);
    incoming.once("error", onInterruption);
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
