/** Verifies a fetch Request: reads its raw body and returns the delivery. */
import { collectBody, DEFAULT_MAX_BODY_BYTES } from "./body.ts";
import { WebhookVerificationError } from "./errors.ts";
import { requireHeaders, requireSignature } from "./headers.ts";
import { unwrap, type UnwrapOptions, type VerifiedDelivery } from "./unwrap.ts";

export interface RequestOptions extends UnwrapOptions {
  /** Longer bodies are rejected. Default 5 MiB. */
  readonly maxBodyBytes?: number;
}

const HINT =
  "Call verifyRequest with the original request, before request.json(), text() or formData().";

/**
 * Like `unwrap`, for a Request whose body was not read yet. A request without a well-formed signature
 * is rejected before its body is read.
 *
 * @throws WebhookVerificationError, also if the body was read already or is over the limit.
 */
export async function verifyRequest(
  request: Request,
  options: RequestOptions,
): Promise<VerifiedDelivery> {
  requireSignature(requireHeaders(request.headers));
  const maxBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  const body = await readWebBody(request, maxBytes, HINT);
  return unwrap(body, request.headers, options);
}

/**
 * Reads the raw body of a Request, up to a limit.
 *
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
    throw new WebhookVerificationError("body_already_read", "parsed_body", hint);
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
