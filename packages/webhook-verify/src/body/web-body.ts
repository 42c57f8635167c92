/** Reads the raw body of a fetch Request, once and up to a limit. */
import { collectBody } from "./body-limit.ts";
import { refusal } from "../delivery-input.ts";

/**
 * @param hint What to do when something else has read the body already.
 * @throws WebhookVerificationError when the body was read already, or is over the limit.
 */
export async function readWebBody(
  request: Request,
  maxBytes: number,
  hint: string,
): Promise<Uint8Array> {
  const { body, bodyUsed, headers } = request;
  if (bodyUsed || body?.locked === true) throw refusal("body_already_read", "parsed_body", hint);
  const collector = collectBody(maxBytes, headers.get("content-length"));
  if (body === null) return collector.bytes();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return collector.bytes();
      collector.add(value);
    }
  } catch (error) {
    reader.cancel().catch(() => undefined); // the first error is the one to tell
    throw error;
  }
}
