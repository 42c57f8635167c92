/** Verifies the signature of a webhook's body by WebCrypto, on every platform. */
import { readRawBody } from "./body/raw-body.ts";
import type { RawBody } from "./body/raw-body.ts";
import { isUsableSecret, listSecrets } from "./secret.ts";
import { readSignatureHeader } from "./signature-header.ts";
import { isValidMacAsync } from "./hmac/web-hmac.ts";

/**
 * Like `verify`, by WebCrypto: the same results, and it never rejects. Await the result: the Promise itself
 * is always truthy.
 */
export async function verifyAsync(
  body: RawBody,
  signature: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
): Promise<boolean> {
  try {
    const header = readSignatureHeader(signature);
    const signable = readRawBody(body);
    if (header.kind !== "well_formed" || signable === undefined) return false;
    const { hex } = header;
    const results = await Promise.all(
      listSecrets(secret)
        .filter(isUsableSecret)
        .map((candidate) =>
          isValidMacAsync({ key: { secret: candidate, as: "text" }, parts: [signable], hex }),
        ),
    );
    return results.includes(true);
  } catch {
    return false; // an argument that throws when it is read, such as a Proxy
  }
}
