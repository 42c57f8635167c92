/** First bodies on their way to the writer: a flat list, and all bytes in one array. */
import type { NewBody } from "../deliveries/delivery-bodies.ts";

interface Stored {
  readonly bodies: readonly NewBody[];
  readonly now: number;
}

/** The time, all bytes, and {@link LENGTH} values for each body. */
type SentBodies = readonly unknown[];

const HEAD = 2;
const LENGTH = 5;

export function sendBodies({ bodies, now }: Stored): SentBodies {
  const size = bodies.reduce((sum, one) => sum + one.body.byteLength + one.sha256.byteLength, 0);
  // An array of its own: a port sends the whole store that a view is cut from.
  const bytes = new Uint8Array(size);
  const sent: unknown[] = [now, bytes];
  let end = 0;
  for (const { submission_id, webhook_id, content_type, body, sha256 } of bodies) {
    bytes.set(body, end);
    bytes.set(sha256, end + body.byteLength);
    end += body.byteLength + sha256.byteLength;
    sent.push(submission_id, webhook_id, content_type, body.byteLength, sha256.byteLength);
  }
  return sent;
}

export function readBodies(sent: SentBodies): Stored {
  const bytes = sent[1] as Uint8Array;
  let end = 0;
  const next = (length: number) => Buffer.from(bytes.buffer, (end += length) - length, length);
  const bodies: NewBody[] = [];
  for (let at = HEAD; at < sent.length; at += LENGTH) {
    bodies.push({
      submission_id: sent[at] as number,
      webhook_id: sent[at + 1] as number,
      content_type: sent[at + 2] as string,
      body: next(sent[at + 3] as number),
      sha256: next(sent[at + 4] as number),
    });
  }
  return { bodies, now: sent[0] as number };
}
