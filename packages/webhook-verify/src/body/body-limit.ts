/** Collects the chunks of a body, up to a limit. */
import { verificationError } from "../delivery-input.ts";

/** More than Intray sends for a form, unless it has very large fields. */
export const DEFAULT_MAX_BODY_BYTES = 5 * 1024 * 1024;

export interface BodyCollector {
  /** Throws WebhookVerificationError once the chunks exceed the limit. */
  readonly add: (chunk: Uint8Array) => void;
  readonly bytes: () => Uint8Array;
}

/**
 * @param declared The value of the Content-Length header.
 * @throws WebhookVerificationError at once if that is over the limit.
 */
export function collectBody(maxBytes: number, declared: unknown): BodyCollector {
  if (typeof declared === "string" && Number(declared) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    add: (chunk) => {
      length += chunk.byteLength;
      if (length > maxBytes) throw tooLarge();
      chunks.push(chunk);
    },
    bytes: () => {
      const body = new Uint8Array(length);
      let offset = 0;
      for (const chunk of chunks) {
        body.set(chunk, offset);
        offset += chunk.byteLength;
      }
      return body;
    },
  };
}

const tooLarge = () => verificationError("body_too_large", "long_body");
