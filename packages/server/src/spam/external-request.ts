/** Calls a spam checking service: one POST with a deadline and a bounded response. */
import { readAtMost, withinTime } from "../platform/bounds.ts";
import type { Clock } from "../platform/clock.ts";

/**
 * Posts the form to the URL and resolves to the text of a 2xx response.
 *
 * @throws Error for any other status, for a response over 64 KiB, and after three seconds.
 */
export type ExternalRequest = (url: string, form: URLSearchParams) => Promise<string>;

const DEADLINE_MS = 3_000;
const MAX_RESPONSE_BYTES = 65_536;

export const createExternalRequest =
  (clock: Clock, deadlineMs: number = DEADLINE_MS): ExternalRequest =>
  (url, form) => {
    const { host } = new URL(url);
    const late = () => new Error(`${host} did not respond within ${deadlineMs} ms.`);
    return withinTime(
      async (signal) => {
        // undici takes memory that most servers need not spend.
        const { request } = await import("undici");
        const { statusCode, body } = await request(url, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: form.toString(),
          signal,
        });
        const text = await readAtMost(body, MAX_RESPONSE_BYTES);
        if (text === undefined) {
          throw new Error(`${host} sent more than ${MAX_RESPONSE_BYTES} bytes.`);
        }
        if (statusCode < 200 || statusCode > 299) {
          throw new Error(`${host} responded with status ${statusCode}.`);
        }
        return text.toString("utf8");
      },
      { clock, ms: deadlineMs, late },
    );
  };
