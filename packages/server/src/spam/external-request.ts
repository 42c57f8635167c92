/** Asks a service elsewhere what it thinks of a post: one POST, a deadline, an answer of bounded size. */
import { request } from "undici";
import type { Clock } from "../platform/clock.ts";

/**
 * The text of a 2xx answer.
 *
 * @throws Error for any other answer, for one that is too long, and for none within three seconds.
 */
export type AskOutside = (url: string, form: URLSearchParams) => Promise<string>;

const DEADLINE_MS = 3_000;
const MAX_BYTES = 65_536;

export function createAskOutside(clock: Clock, deadlineMs: number = DEADLINE_MS): AskOutside {
  return async (url, form) => {
    const abort = new AbortController();
    const { host } = new URL(url);
    const forget = clock.after(deadlineMs, () =>
      abort.abort(new Error(`${host} has not answered within ${deadlineMs} ms.`)),
    );
    try {
      const { statusCode, body } = await request(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: form.toString(),
        signal: abort.signal,
      });
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.byteLength;
        if (bytes > MAX_BYTES) throw new Error(`${host} answered more than ${MAX_BYTES} bytes.`);
        chunks.push(chunk);
      }
      if (statusCode < 200 || statusCode > 299) {
        throw new Error(`${host} answered ${statusCode}.`);
      }
      return Buffer.concat(chunks).toString("utf8");
    } finally {
      forget();
    }
  };
}
