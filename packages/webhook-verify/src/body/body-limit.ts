/** Collects a body piece by piece, up to a limit. */
import { refusal } from "../delivery-input.ts";

/** Well above what Intray sends for a form without the largest fields. */
export const DEFAULT_MAX_BODY_BYTES = 5 * 1024 * 1024;

export interface BodyCollector {
  /** Throws a refusal once the pieces are over the limit together. */
  readonly add: (piece: Uint8Array) => void;
  readonly bytes: () => Uint8Array;
}

/** @param declared The Content-Length header's value; one over the limit is refused at once. */
export function collectBody(maxBytes: number, declared: unknown): BodyCollector {
  if (typeof declared === "string" && Number(declared) > maxBytes) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let length = 0;
  return {
    add: (piece) => {
      length += piece.byteLength;
      if (length > maxBytes) throw tooLarge();
      pieces.push(piece);
    },
    bytes: () => {
      const body = new Uint8Array(length);
      let offset = 0;
      for (const piece of pieces) {
        body.set(piece, offset);
        offset += piece.byteLength;
      }
      return body;
    },
  };
}

const tooLarge = () => refusal("body_too_large", "long_body");
