/** One delivery attempt: signs the stored bytes, sends them and returns the result. */
import { signStandard, sign } from "@intray/webhook-verify";
import { type Clock, type MonotonicMs, msBetween } from "../platform/clock.ts";
import type { Body, DeliveryErrorCode } from "../domain/delivery/delivery.ts";
import type {
  AttemptTiming,
  DeliveryResult,
  Decision,
} from "../domain/delivery/delivery-result.ts";
import { abortedResult, failFor, unansweredResult } from "../domain/delivery/delivery-result.ts";
import { isStandardSecret, type WebhookHeader } from "../domain/delivery/webhook.ts";
import { lacksHandles } from "../domain/outage.ts";
import { BlockedAddress } from "./address-guard.ts";
import type { Egress } from "./egress.ts";
import { createDeadline } from "./deadline.ts";
import { type PostedAnswer, ResponseReader, sendPost, targetOf } from "./post.ts";
import { HOPS_HEADER, type Installation, withHop } from "../domain/delivery/hops.ts";
import { createAbortListeners } from "../platform/abort-listeners.ts";
import { isOutOfHandles } from "../platform/file-handles.ts";
import { meaningOfNetworkCode, networkErrorDetail } from "../platform/network-error.ts";
import { parseRetryAfter } from "../platform/retry-after.ts";
import { storable } from "../platform/text/safe-text.ts";

interface DeliverOptions {
  readonly egress: Egress;
  readonly clock: Clock;
  /** Limit for a whole attempt, including the connection. */
  readonly deadlineMs: number;
  /** `Intray/<version>`. */
  readonly userAgent: string;
  /** Named in each request, so that one that comes back is recognized. */
  readonly installation: Installation;
  /** Whether a 410 ends the delivery and disables the webhook; otherwise it is an ordinary failure. */
  readonly believesGone: boolean;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: readonly WebhookHeader[];
  readonly signingSecret: string;
  /** For 24 hours after a rotation: also signs, only in the header webhook-signature. */
  readonly previousSecret: string | undefined;
  /** The name of a further header with the same value as X-Service-Signature; `null` for none. */
  readonly signatureHeader: string | null;
  readonly body: Body;
  readonly deliveryId: number;
  readonly attempt: number;
  readonly trigger: string;
  /** The message id, which receivers deduplicate by. */
  readonly webhookId: string;
  /** The installations that the submission has passed, see hops.ts; `null` for none. */
  readonly hops: string | null;
}

/** Rejects only if this process has no file handle left. */
export type Deliver = (delivery: WebhookRequest, signal: AbortSignal) => Promise<DeliveryResult>;

const MAX_EXCERPT_BYTES = 4 * 1_024;
/** Discord and Telegram say it in JSON, in seconds. The header takes precedence. */
const RETRY_AFTER_MEMBER = /"retry_after"\s*:\s*(\d{1,10})\b/;

export function createDeliver({
  egress,
  clock,
  deadlineMs,
  userAgent,
  installation,
  believesGone,
}: DeliverOptions): Deliver {
  const deadline = createDeadline(clock, deadlineMs);
  const onAbort = createAbortListeners();
  const commonHeaders = ["user-agent", userAgent, "accept-encoding", "identity"];

  function resultOf(
    posted: PostedAnswer,
    { startedAt, begin, url, endedBy }: AttemptContext,
  ): DeliveryResult {
    const durationMs = Math.round(msBetween(begin, clock.monotonic()));
    const timing = { startedAt, durationMs, remoteIp: null };
    const remoteIp = () => (URL.canParse(url) ? egress.remoteIp(targetOf(url).origin) : null);
    if (posted.kind === "answered") {
      const { status, retryAfter, chunks } = posted;
      const excerpt = excerptOf(chunks);
      const asked = status === 429 ? RETRY_AFTER_MEMBER.exec(excerpt)?.[1] : undefined;
      return httpResult(
        { ...timing, remoteIp: egress.remoteIp(targetOf(url).origin) },
        {
          status,
          excerpt,
          retryAfterMs: parseRetryAfter(retryAfter ?? asked, clock.now()),
        },
        { believesGone },
      );
    }
    const { error } = posted;
    if (endedBy === "shutdown") return abortedResult({ ...timing, remoteIp: remoteIp() });
    if (error instanceof BlockedAddress) return block(timing, error);
    const errorCode = endedBy === "deadline" ? "timeout" : errorCodeOf(error);
    return unansweredResult(
      { ...timing, remoteIp: ERRORS_BEFORE_CONNECTION.has(errorCode) ? null : remoteIp() },
      { errorCode, excerpt: networkErrorDetail(error) },
    );
  }

  return (delivery, signal) =>
    new Promise((resolve, reject) => {
      const startedAt = clock.now();
      const begin = clock.monotonic();
      const { url, body } = delivery;
      let endedBy: AttemptContext["endedBy"];
      const response = new ResponseReader((posted) => {
        cancelDeadline();
        removeAbortListener();
        // The receiver is not to blame: the caller queues the delivery again, uncounted.
        if (posted.kind === "failed" && isForWantOfHandles(posted.error)) reject(posted.error);
        else resolve(resultOf(posted, { startedAt, begin, url, endedBy }));
      });
      const cancelDeadline = deadline(() => {
        endedBy = "deadline";
        response.abort(new Error(`The attempt took longer than ${deadlineMs / 1_000} s.`));
      });
      const stop = () => {
        endedBy = "shutdown";
        response.abort(new Error("The server is shutting down."));
      };
      const removeAbortListener = onAbort(signal, stop);
      if (signal.aborted) {
        stop();
        return;
      }
      try {
        const headers = headersOf(delivery, startedAt, commonHeaders);
        headers.push(HOPS_HEADER, withHop(delivery.hops, installation));
        sendPost(egress.dispatcher, { url, headers, body: body.bytes }, response);
      } catch (error) {
        response.fail(error);
      }
    });
}

const block = (timing: AttemptTiming, { message }: BlockedAddress): DeliveryResult => ({
  ...timing,
  ...failFor(message, { state: "blocked" }),
  receiver: "unknown",
  status: null,
  errorCode: "blocked_address",
  excerpt: null,
});

const isForWantOfHandles = (error: unknown): boolean =>
  lacksHandles(error) || (errorCodeOf(error) === "dns_error" && isOutOfHandles());

interface AttemptContext {
  /** For the log and the signature. */
  readonly startedAt: number;
  /** For the duration. */
  readonly begin: MonotonicMs;
  readonly url: string;
  /** `undefined` if the receiver or the network ended the attempt. */
  readonly endedBy: "deadline" | "shutdown" | undefined;
}

/**
 * The headers of the request; names and values alternate. The user's headers cannot replace the ones that
 * Intray sets, in any letter case.
 */
function headersOf(
  delivery: WebhookRequest,
  now: number,
  commonHeaders: readonly string[],
): string[] {
  const { body, signingSecret, signatureHeader, previousSecret, webhookId } = delivery;
  const timestamp = Math.floor(now / 1_000);
  const signature = sign(body.bytes, signingSecret);
  const secrets = previousSecret === undefined ? [signingSecret] : [signingSecret, previousSecret];
  const standard = secrets
    .filter(isStandardSecret)
    .map((secret) => signStandard({ id: webhookId, timestamp, body: body.bytes }, secret));
  const headers = [
    ...commonHeaders,
    "content-type",
    body.contentType,
    "x-service-signature",
    signature,
    "x-service-delivery",
    String(delivery.deliveryId),
    "x-service-attempt",
    String(delivery.attempt),
    "x-service-trigger",
    delivery.trigger,
    "webhook-id",
    webhookId,
    "webhook-timestamp",
    String(timestamp),
  ];
  if (standard.length > 0) headers.push("webhook-signature", standard.join(" "));
  if (signatureHeader !== null) headers.push(signatureHeader, signature);
  for (const { name, value } of delivery.headers) {
    const lower = name.toLowerCase();
    if (!OWN_HEADERS.has(lower) && lower !== signatureHeader?.toLowerCase())
      headers.push(name, value);
  }
  return headers;
}

const OWN_HEADERS: ReadonlySet<string> = new Set([
  "user-agent",
  "accept-encoding",
  "content-type",
  "x-service-signature",
  "x-service-delivery",
  "x-service-attempt",
  "x-service-trigger",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  HOPS_HEADER,
]);

function excerptOf(chunks: readonly Uint8Array[]): string {
  const [first] = chunks;
  if (first === undefined) return "";
  const whole = chunks.length === 1 ? first : Buffer.concat(chunks);
  const length = Math.min(whole.byteLength, MAX_EXCERPT_BYTES);
  return storable(Buffer.from(whole.buffer, whole.byteOffset, length).toString("utf8"));
}

/** Codes of undici, of the egress and of Node's URL parser. */
const CODES: Readonly<Record<string, DeliveryErrorCode>> = {
  INTRAY_LOOKUP_TIMEOUT: "dns_error",
  INTRAY_PROXY_REFUSED: "connection_refused",
  UND_ERR_SOCKET: "connection_reset",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_PRX_TLS: "tls_error",
  ERR_INVALID_URL: "invalid_url",
  UND_ERR_INVALID_ARG: "invalid_url",
};

/** Errors that occur before a connection exists, so there is no remote address to report. */
const ERRORS_BEFORE_CONNECTION: ReadonlySet<DeliveryErrorCode> = new Set([
  "dns_error",
  "connection_refused",
  "tls_error",
  "invalid_url",
]);

function errorCodeOf(error: unknown): DeliveryErrorCode {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return CODES[code] ?? meaningOfNetworkCode(code) ?? "connection_reset";
}

interface HttpAnswer {
  readonly status: number;
  /** The first bytes of the response body, as text. */
  readonly excerpt: string;
  readonly retryAfterMs: number | undefined;
}

/**
 * What the response to an HTTP request means for a delivery.
 *
 * @param believesGone Whether a 410 ends the delivery and disables its destination; otherwise it is an ordinary failure.
 */
export function httpResult(
  timing: AttemptTiming,
  answer: HttpAnswer,
  { believesGone }: { readonly believesGone: boolean },
): DeliveryResult {
  const { status, excerpt } = answer;
  const isSuccess = status >= 200 && status < 300;
  return {
    ...timing,
    ...(isSuccess ? { result: "delivered" } : failureOf(answer, believesGone)),
    receiver: "responds",
    status,
    errorCode: isSuccess ? null : "http_status",
    excerpt,
  };
}

function failureOf({ status, retryAfterMs }: HttpAnswer, believesGone: boolean): Decision {
  if (status === 410 && believesGone) return failFor("gone", { isGone: true });
  return { result: "retry", reason: `http_${status}`, isPressed: status === 429, retryAfterMs };
}
