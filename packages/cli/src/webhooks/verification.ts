/** Verifies a webhook by X-Service-Signature, or by Standard Webhooks if that is its only signature. */
import type { WebhookVerificationError } from "@intray/webhook-verify";
import { findSignedOrder } from "./reordered-keys.ts";
import type { Capture } from "./capture.ts";

export interface Verified {
  /** Which of the secrets matched, from 0. */
  readonly secretIndex: number;
  readonly webhookId: string | null;
  /** Seconds since the Unix epoch. */
  readonly timestamp: number | null;
  readonly scheme: "x-service-signature" | "standard-webhooks";
}

/** @throws WebhookVerificationError. The age of the timestamp is not checked: a capture is old. */
export async function verifyCapture(
  { headers, body }: Capture,
  secrets: readonly string[],
): Promise<Verified> {
  const { unwrap, verifyStandard } = await import("@intray/webhook-verify");
  if (!isStandardOnly(headers)) {
    const { secretIndex, authenticated } = unwrap(body, headers, { secrets });
    const { webhookId = null, timestamp = null } = authenticated ?? {};
    return { secretIndex, webhookId, timestamp, scheme: "x-service-signature" };
  }
  const options = { secrets, toleranceSeconds: Number.POSITIVE_INFINITY };
  return verifyStandard(body, headers, options, ({ secretIndex, authenticated }) => ({
    secretIndex,
    ...authenticated,
    scheme: "standard-webhooks" as const,
  }));
}

/** The form of the body with which the signature matches, if only its keys were reordered. */
export function signedForm(
  { headers, body }: Capture,
  secrets: readonly string[],
): Promise<string | undefined> {
  return findSignedOrder(body, (form) =>
    verifyCapture({ headers, body: Buffer.from(form) }, secrets).then(
      () => true,
      () => false,
    ),
  );
}

function isStandardOnly(headers: Capture["headers"]): boolean {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return names.has("webhook-signature") && !names.has("x-service-signature");
}

/** Checks the name, since `instanceof` would load the package. */
export function isVerificationError(error: unknown): error is WebhookVerificationError {
  return error instanceof Error && error.name === "WebhookVerificationError";
}
