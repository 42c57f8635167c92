/** Tells whether a webhook's body carries a true signature, on every platform. */
import { readRawBody } from "./body/raw-body.ts";
import type { RawBody } from "./body/raw-body.ts";
import { isUsableSecret, listSecrets } from "./secret.ts";
import { readSignatureHeader } from "./signature-header.ts";
import { holdsAsync } from "./hmac/web-hmac.ts";

/**
 * As `verify`, by WebCrypto: the same verdicts, and it never rejects. Await it: a Promise is truthy,
 * whatever it will come to.
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
    const verdicts = await Promise.all(
      listSecrets(secret)
        .filter(isUsableSecret)
        .map((candidate) =>
          holdsAsync({ key: { secret: candidate, as: "text" }, parts: [signable], hex }),
        ),
    );
    return verdicts.includes(true);
  } catch {
    return false; // an object that throws when it is read; it is no signed body
  }
}
