/** Reads a body without files, never more of it than is allowed. */
import type { IncomingMessage } from "node:http";
import { AppError } from "../errors.ts";
import { bodyTooLarge } from "./limits.ts";

/**
 * @throws AppError `too_large` before the first byte when the length is announced, else as soon as it
 *   is passed; `malformed` when the sender goes away.
 */
export function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  requireLength(incoming, maxBytes);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxBytes) reject(bodyTooLarge(maxBytes));
      else chunks.push(chunk);
    });
    incoming.once("end", () => {
      const [first] = chunks;
      resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    const onBreak = () => {
      if (!incoming.readableEnded) reject(brokenOff());
    };
    incoming.once("close", onBreak);
    incoming.once("error", onBreak);
  });
}

/** @throws AppError `too_large` when the announced length is above `maxBytes`. */
export function requireLength(incoming: IncomingMessage, maxBytes: number): void {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
}

export function brokenOff(): AppError {
  return new AppError(
    "malformed",
    "The post broke off before its end; nothing was stored. Send it again.",
  );
}
