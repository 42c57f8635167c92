/** Reads the raw body of a fetch Request, up to a limit. */
import { collectBody } from "./body-limit.ts";
import { verificationError } from "../delivery-input.ts";

/**
 * @param hint The hint of the error if something else has read the body.
 * @throws WebhookVerificationError if the body was read already or is over the limit.
 */
export async function readWebBody(
  request: Request,
  maxBytes: number,
  hint: string,
): Promise<Uint8Array> {
  const { body, bodyUsed, headers } = request;
  if (bodyUsed || body?.locked === true)
    throw verificationError("body_already_read", "parsed_body", hint);
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
    reader.cancel().catch(() => undefined); // the first error is the one to report
    throw error;
  }
}
