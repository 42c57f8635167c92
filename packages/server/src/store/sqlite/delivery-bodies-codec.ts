/** Codec of new delivery bodies for the writer thread: a flat list, with all bytes in one array. */
import type { NewBody } from "../deliveries/delivery-bodies.ts";

interface StoreBodies {
  readonly bodies: readonly NewBody[];
  readonly now: number;
}

/** The time, all bytes, then {@link LENGTH} values for each body. */
type EncodedBodies = readonly unknown[];

const HEAD = 2;
const LENGTH = 5;

export function encodeBodies({ bodies, now }: StoreBodies): EncodedBodies {
  const size = bodies.reduce((sum, one) => sum + one.body.byteLength + one.sha256.byteLength, 0);
  // A new array: a thread port copies the whole buffer behind a view.
  const bytes = new Uint8Array(size);
  const encoded: unknown[] = [now, bytes];
  let end = 0;
  for (const { submission_id, destination_id, content_type, body, sha256 } of bodies) {
    bytes.set(body, end);
    bytes.set(sha256, end + body.byteLength);
    end += body.byteLength + sha256.byteLength;
    encoded.push(submission_id, destination_id, content_type, body.byteLength, sha256.byteLength);
  }
  return encoded;
}

export function decodeBodies(encoded: EncodedBodies): StoreBodies {
  const bytes = encoded[1] as Uint8Array;
  let end = 0;
  const next = (length: number) => Buffer.from(bytes.buffer, (end += length) - length, length);
  const bodies: NewBody[] = [];
  for (let at = HEAD; at < encoded.length; at += LENGTH) {
    bodies.push({
      submission_id: encoded[at] as number,
      destination_id: encoded[at + 1] as number,
      content_type: encoded[at + 2] as string,
      body: next(encoded[at + 3] as number),
      sha256: next(encoded[at + 4] as number),
    });
  }
  return { bodies, now: encoded[0] as number };
}
