/** Verifies a fetch Request: reads its raw body and returns the delivery. */
import { DEFAULT_MAX_BODY_BYTES } from "./body/body-limit.ts";
import { requireHeaders, requireSignature } from "./delivery-input.ts";
import { unwrapAsync } from "./unwrap-async.ts";
import type { UnwrapOptions, VerifiedDelivery } from "./verified-delivery.ts";
import { readWebBody } from "./body/web-body.ts";

export interface RequestOptions extends UnwrapOptions {
  /** Longer bodies are rejected. Default 5 MiB. */
  readonly maxBodyBytes?: number;
}

const HINT =
  "Call verifyRequest with the original request, before request.json(), text() or formData().";

/**
 * Like `unwrapAsync`, for a Request whose body was not read yet. A request without a well-formed signature
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
  return unwrapAsync(body, request.headers, options);
}
