/** Posts a delivery to a URL in the same way as the server. */
import type { Clock } from "../clock.ts";
import type { Send } from "../outgoing.ts";
import type { LocalDelivery, TargetResult } from "./local-delivery.ts";

export interface ForwardOptions {
  readonly url: URL;
  readonly send: Send;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Does not follow redirects; discards the body of the response. Never rejects. */
export async function forward(
  { contentType, body, headers }: LocalDelivery,
  { url, send, timeoutMs, userAgent, clock, signal }: ForwardOptions,
): Promise<TargetResult> {
  const startedAt = clock.now();
  const durationMs = () => Math.max(0, Math.round(clock.now() - startedAt));
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const status = await send(url, {
      method: "POST",
      headers: {
        "content-type": contentType,
        "user-agent": userAgent,
        ...Object.fromEntries(headers),
      },
      body,
      signal: AbortSignal.any([timeout, signal]),
    });
    return { kind: "answered", status, durationMs: durationMs() };
  } catch (error) {
    const reason = timeout.aborted
      ? `no response within ${timeoutMs / 1_000} s`
      : `no response (${error instanceof Error && "code" in error ? String(error.code) : String(error)})`;
    return { kind: "failed", reason, durationMs: durationMs() };
  }
}
