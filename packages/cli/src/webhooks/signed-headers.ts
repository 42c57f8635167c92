/** Signs a webhook in the same way as the server. */

export interface AttemptToSign {
  readonly body: Uint8Array;
  readonly secret: string;
  /** Value of `webhook-id`, by which receivers detect duplicates. */
  readonly messageId: string;
  readonly nowMs: number;
}

/** A secret for Standard Webhooks: whsec_ and base64. */
const STANDARD_SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,3}={0,2})?$/;

/** The signature headers; those of Standard Webhooks only for a secret in their format. */
export async function signedHeaders({
  body,
  secret,
  messageId,
  nowMs,
}: AttemptToSign): Promise<readonly (readonly [name: string, value: string])[]> {
  const { sign, signStandard } = await import("@intray/webhook-verify");
  const own = [["X-Service-Signature", sign(body, secret)]] as const;
  if (!STANDARD_SECRET.test(secret) || secret === "whsec_") return own;
  const timestamp = Math.floor(nowMs / 1_000);
  return [
    ...own,
    ["webhook-id", messageId],
    ["webhook-timestamp", String(timestamp)],
    ["webhook-signature", signStandard({ id: messageId, timestamp, body }, secret)],
  ];
}
