/** One attempt: sign the stored bytes, send them, and say what came of it. */
import { signStandard, sign } from "@intray/webhook-verify";
import { request } from "undici";
import type { Clock } from "../clock.ts";
import type { AttemptResult, DeliveryErrorCode, OutgoingDelivery } from "../delivery.ts";
import { BlockedAddress } from "./blocked-address.ts";
import type { Egress } from "./egress.ts";
import { parseRetryAfter } from "../retry-after.ts";

export interface DeliverOptions {
  readonly egress: Egress;
  readonly clock: Clock;
  /** Hard end of an attempt, connecting included. */
  readonly deadlineMs: number;
  /** `Intray/<version>`. */
  readonly userAgent: string;
}

export type Deliver = (delivery: OutgoingDelivery, signal: AbortSignal) => Promise<AttemptResult>;

const MOST_ANSWER_BYTES = 16 * 1_024;
const MOST_EXCERPT_BYTES = 4 * 1_024;
/** A request that fits the buffers of any system has left as soon as it was written. */
const MOST_KEPT_ALIVE_BYTES = 16 * 1_024;

export function createDeliver({ egress, clock, deadlineMs, userAgent }: DeliverOptions): Deliver {
  return async (delivery, signal) => {
    const startedAt = clock.now();
    const end = new AbortController();
    const stop = () => end.abort(signal.reason);
    const late = new Error(`The receiver took longer than ${deadlineMs / 1_000} s.`);
    const forget = clock.after(deadlineMs, () => end.abort(late));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
    const origin = URL.canParse(delivery.url) ? new URL(delivery.url).origin : "";
    const told = () => ({
      startedAt,
      durationMs: Math.max(0, Math.round(clock.now() - startedAt)),
      remoteIp: egress.remoteIp(origin),
    });
    try {
      const answer = await orAborted(
        request(delivery.url, {
          dispatcher: egress.dispatcher,
          method: "POST",
          headers: headersOf(delivery, startedAt, userAgent),
          body: delivery.body.bytes,
          signal: end.signal,
          headersTimeout: deadlineMs,
          bodyTimeout: deadlineMs,
          // An answer may come before so many bytes have left, and the next request behind them.
          reset: delivery.body.bytes.byteLength > MOST_KEPT_ALIVE_BYTES,
        }),
        end.signal,
      );
      const excerpt = await readExcerpt(answer.body);
      const retryAfter = answer.headers["retry-after"];
      return {
        ...told(),
        kind: "answered",
        status: answer.statusCode,
        excerpt,
        retryAfterMs: parseRetryAfter(
          typeof retryAfter === "string" ? retryAfter : undefined,
          clock.now(),
        ),
      };
    } catch (error) {
      if (signal.aborted) return { ...told(), kind: "aborted" };
      if (error instanceof BlockedAddress)
        return { ...told(), remoteIp: null, kind: "blocked", detail: error.message };
      const errorCode = end.signal.reason === late ? "timeout" : errorCodeOf(error);
      const failed = { ...told(), kind: "failed", errorCode, detail: detailOf(error) } as const;
      return BEFORE_CONNECTED.has(errorCode) ? { ...failed, remoteIp: null } : failed;
    } finally {
      forget();
      signal.removeEventListener("abort", stop);
    }
  };
}

/** Ends with the signal at once. While it connects undici does not heed one, only before and after. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const end = () => aborted.reject(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** No header of the user's can stand in for one of the service's, however its letters are cased. */
function headersOf(delivery: OutgoingDelivery, now: number, userAgent: string) {
  const { body, signingSecret, previousSecret, webhookId } = delivery;
  const timestamp = Math.floor(now / 1_000);
  const signers = previousSecret === undefined ? [signingSecret] : [signingSecret, previousSecret];
  const own: Record<string, string> = {
    "content-type": body.contentType,
    "user-agent": userAgent,
    "accept-encoding": "identity",
    "x-service-signature": sign(body.bytes, signingSecret),
    "x-service-delivery": String(delivery.deliveryId),
    "x-service-attempt": String(delivery.attempt),
    "x-service-trigger": delivery.trigger,
    "webhook-id": webhookId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signers
      .map((secret) => signStandard({ id: webhookId, timestamp, body: body.bytes }, secret))
      .join(" "),
  };
  const headers = { ...own };
  for (const { name, value } of delivery.headers) {
    if (!Object.hasOwn(own, name.toLowerCase())) headers[name] = value;
  }
  return headers;
}

/** The status has decided; an answer that breaks off, or never ends, changes nothing. */
async function readExcerpt(
  body: AsyncIterable<Uint8Array> & {
    destroy(): unknown;
    on(event: "error", listener: () => void): unknown;
  },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  body.on("error", () => undefined);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= MOST_ANSWER_BYTES) break;
    }
  } catch {
    // What came is enough.
  }
  body.destroy();
  return Buffer.concat(chunks)
    .subarray(0, MOST_EXCERPT_BYTES)
    .toString("utf8")
    .replaceAll("\0", "\uFFFD");
}

const CODES: Readonly<Record<string, DeliveryErrorCode>> = {
  ENOTFOUND: "dns_error",
  INTRAY_LOOKUP_TIMEOUT: "dns_error",
  ECONNREFUSED: "connection_refused",
  EHOSTUNREACH: "connection_refused",
  ENETUNREACH: "connection_refused",
  EADDRNOTAVAIL: "connection_refused",
  INTRAY_PROXY_REFUSED: "connection_refused",
  ECONNRESET: "connection_reset",
  EPIPE: "connection_reset",
  UND_ERR_SOCKET: "connection_reset",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_PRX_TLS: "tls_error",
  ERR_INVALID_URL: "invalid_url",
  UND_ERR_INVALID_ARG: "invalid_url",
};

/** What ends an attempt before it has a connection: it reached no address. */
const BEFORE_CONNECTED: ReadonlySet<DeliveryErrorCode> = new Set([
  "dns_error",
  "connection_refused",
  "tls_error",
  "invalid_url",
]);

/** Of several addresses that failed, each is told: the error that joins them has no text of its own. */
function detailOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") {
    return error.errors.map(detailOf).join("; ");
  }
  return error instanceof Error ? error.message : String(error);
}

function errorCodeOf(error: unknown): DeliveryErrorCode {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = CODES[code];
  if (known !== undefined) return known;
  if (code.startsWith("EAI_")) return "dns_error";
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/.test(
    code,
  )
    ? "tls_error"
    : "connection_reset";
}
