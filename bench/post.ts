// A typical post. Each one differs, since equal posts would be stored as duplicates.
import type { BenchRequest } from "./request-load.ts";

let posted = 0;

export const POST_HEADERS = {
  "content-type": "application/x-www-form-urlencoded",
  accept: "application/json",
};

const MESSAGE = "I+would+like+to+know+more+about+what+you+make%2C+and+when+you+are+open.".repeat(4);

/** @param padding Number of characters to add to the message. */
export function postBody(padding = 0): string {
  posted += 1;
  const number = `${posted}`.padStart(9, "0");
  return `name=Ada+Lovelace&email=ada${number}%40example.org&subject=Hello&message=${MESSAGE}${"x".repeat(padding)}`;
}

/** Posts to a form, with {@link postBody}. */
export const postsTo = (url: string, padding = 0): BenchRequest => ({
  url,
  method: "POST",
  headers: POST_HEADERS,
  body: () => postBody(padding),
});
