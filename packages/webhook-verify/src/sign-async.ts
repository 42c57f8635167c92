/** Signs deliveries by WebCrypto, on every platform. */
import type { RawBody } from "./body/raw-body.ts";
import { SIGNATURE_PREFIX } from "./signature-header.ts";
import { requireSignable, requireStandardMessage } from "./signing-input.ts";
import { STANDARD_PREFIX, standardParts } from "./standard-signature.ts";
import type { StandardMessage } from "./standard-signature.ts";
import { base64Of, hexOf } from "./hmac/encodings.ts";
import { hmacAsync } from "./hmac/web-hmac.ts";

/** Like `sign`, by WebCrypto. Rejects with a TypeError where `sign` throws one. */
export async function signAsync(body: RawBody, secret: string): Promise<string> {
  const mac = await hmacAsync({ secret, as: "text" }, [requireSignable(body, secret)]);
  return SIGNATURE_PREFIX + hexOf(mac);
}

/** Like `signStandard`, by WebCrypto. Rejects with a TypeError where `signStandard` throws one. */
export async function signStandardAsync(
  message: StandardMessage<RawBody>,
  secret: string,
): Promise<string> {
  const parts = standardParts(requireStandardMessage(message, secret));
  const mac = await hmacAsync({ secret, as: "decoded" }, parts);
  return STANDARD_PREFIX + base64Of(mac);
}
