/** The headers that a delivery carries, made as the server makes them. */

/** One attempt, as the headers tell of it. */
export interface AttemptToSign {
  readonly body: Uint8Array;
  readonly secret: string;
  /** What receivers drop duplicates by, `webhook-id`. */
  readonly messageId: string;
  readonly nowMs: number;
}

/** What a secret needs for webhook-signature besides X-Service-Signature: whsec_ and base64. */
const STANDARD_SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,3}={0,2})?$/;

/** Names as they are shown; the ones of Standard Webhooks only where the secret has a key for them. */
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
