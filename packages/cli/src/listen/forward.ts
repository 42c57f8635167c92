/** Posts a delivery to a local URL in the same way as the server. */
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Clock } from "../clock.ts";
import type { LocalDelivery, TargetResult } from "./local-delivery.ts";

export interface ForwardOptions {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Does not follow redirects; discards the body of the response. Never rejects. */
export async function forward(
  delivery: LocalDelivery,
  { url, timeoutMs, userAgent, clock, signal }: ForwardOptions,
): Promise<TargetResult> {
  const startedAt = clock.now();
  const durationMs = () => Math.max(0, Math.round(clock.now() - startedAt));
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const status = await post(delivery, url, userAgent, AbortSignal.any([timeout, signal]));
    return { kind: "answered", status, durationMs: durationMs() };
  } catch (error) {
    const reason = timeout.aborted
      ? `no response within ${timeoutMs / 1_000} s`
      : `no response (${error instanceof Error && "code" in error ? String(error.code) : String(error)})`;
    return { kind: "failed", reason, durationMs: durationMs() };
  }
}

function post(
  { contentType, body, headers }: LocalDelivery,
  url: URL,
  userAgent: string,
  signal: AbortSignal,
): Promise<number> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: "POST",
      signal,
      agent: false,
      headers: {
        "content-type": contentType,
        "content-length": body.byteLength,
        "user-agent": userAgent,
        ...Object.fromEntries(headers),
      },
    });
    request.on("error", reject);
    request.on("response", (response) => {
      response.on("error", reject);
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    request.end(body);
  });
}
