/** Reads a body without files, never more of it than is allowed. */
import type { IncomingMessage } from "node:http";
import { AppError } from "../domain/errors.ts";
import { collectBytes } from "./collect-bytes.ts";
import { bodyTooLarge } from "./limits.ts";

/**
 * @throws AppError `too_large` before the first byte when the length is announced, else as soon as it
 *   is passed; `malformed` when the sender goes away.
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
    incoming.once("end", () => resolve(collected.whole()));
    const onBreak = () => {
      if (!incoming.readableEnded) reject(interruptedBody());
    };
    incoming.once("close", onBreak);
    incoming.once("error", onBreak);
  });
}

/** @throws AppError `tooLarge` of `maxBytes` when the announced length is above it. */
export function requireLength(
  incoming: IncomingMessage,
  maxBytes: number,
  tooLarge: (limit: number) => AppError,
): void {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

export function interruptedBody(): AppError {
  return new AppError(
    "malformed",
    "The post broke off before its end; nothing was stored. Send it again.",
  );
}
