/** Represents the bytes of a body in a JSON document. */
import { isUtf8 } from "node:buffer";

export type BodyJson =
  | { readonly bytes: number; readonly body: string }
  /** For bytes that are not valid UTF-8. */
  | { readonly bytes: number; readonly body_base64: string };

export const describeBody = (bytes: Buffer): BodyJson =>
  isUtf8(bytes)
    ? { bytes: bytes.byteLength, body: bytes.toString("utf8") }
    : { bytes: bytes.byteLength, body_base64: bytes.toString("base64") };
