/** What states, reasons and errors of deliveries mean, and what can be done about them. */
import type { WebhookAttempt, WebhookLog } from "@intray/sdk/schemas";
import type { DeliveryErrorCode } from "../../domain/delivery.ts";

interface StateLabel {
  readonly label: string;
  /** Class of its badge. */
  readonly tone: "good" | "warn" | "bad" | "soft";
}

export const STATES = {
  queued: { label: "Waiting", tone: "soft" },
  delivering: { label: "Under way", tone: "soft" },
  retrying: { label: "Will be retried", tone: "warn" },
  succeeded: { label: "Delivered", tone: "good" },
  exhausted: { label: "Given up", tone: "bad" },
  blocked: { label: "Blocked", tone: "bad" },
  canceled: { label: "Canceled", tone: "soft" },
  skipped: { label: "Not sent", tone: "soft" },
} as const satisfies Record<WebhookLog["state"], StateLabel>;

/** More will happen to it by itself. */
export const isOpen = ({ state }: Pick<WebhookLog, "state">): boolean =>
  state === "queued" || state === "delivering" || state === "retrying";

export const TRIGGERS = {
  intake: "sent when it arrived",
  ham: "sent when it was marked as not spam",
  refire: "re-fired",
  refire_bulk: "re-fired with others",
  refire_log: "re-fired from the log",
  test: "a test",
} as const satisfies Record<WebhookLog["trigger"], string>;

const HINTS = {
  dns_error: "The host's name was not found. Check how the URL is spelt, and the domain's DNS.",
  connection_refused:
    "Nothing takes connections there. Check the port, and whether the receiver runs and is let through.",
  connection_reset:
    "The connection broke off before an answer came. The receiver, or a proxy before it, closed it.",
  timeout:
    "The receiver did not answer in time. Have it answer first, and do its work behind the answer.",
  tls_error: "No safe connection could be made. Check the receiver's certificate and its name.",
  blocked_address:
    "The address is an internal one, which webhooks may not reach unless INTRAY_WEBHOOK_ALLOW names it.",
  invalid_url: "The URL cannot be used. Write it anew in the webhook.",
  http_status: "The receiver answered that it did not take it.",
  render_failed:
    "The payload could not be written. Look at the webhook's template with this submission.",
  worker_lost: "The server stopped in the middle of it, so the receiver may have got it or not.",
} as const satisfies Record<DeliveryErrorCode, string>;

/** Why an attempt failed and what to do, in a sentence; `undefined` when it did not fail. */
export function attemptHint({
  outcome,
  http_status,
  error_code,
}: Pick<WebhookAttempt, "outcome" | "http_status" | "error_code">): string | undefined {
  if (outcome === "aborted") return "This server stopped meanwhile; it does not count.";
  if (outcome === "stale") return "Somebody else had taken the delivery over; it does not count.";
  if (outcome === "worker_lost") return HINTS.worker_lost;
  // The entry itself says which address, and which setting would allow it.
  if (error_code === null || error_code === "blocked_address") return undefined;
  if (error_code === "http_status" && http_status !== null) return statusHint(http_status);
  return isErrorCode(error_code) ? HINTS[error_code] : undefined;
}

const isErrorCode = (code: string): code is DeliveryErrorCode => Object.hasOwn(HINTS, code);

function statusHint(status: number): string {
  if (status >= 300 && status < 400)
    return "The receiver points to another address, and webhooks do not follow. Put that address into the webhook.";
  return (
    STATUS_HINTS[status] ??
    (status >= 500
      ? "The receiver failed while it worked on it; its own log says why."
      : "The receiver refused what was sent; what it answered may say why.")
  );
}

const STATUS_HINTS: Readonly<Record<number, string>> = {
  401: "The receiver wants to know who asks. Check the credentials among the webhook's headers.",
  403: "The receiver does not let this request in. Check its key, and how it verifies signatures.",
  404: "The receiver has nothing at that address. Check the URL's path.",
  405: "The receiver takes no POST at that address. Check the URL's path.",
  408: "The receiver gave up waiting for the request.",
  410: "The receiver wants nothing more at that address. Unless the server is told otherwise, that disables the webhook.",
  413: "That was more than the receiver takes.",
  415: "The receiver does not take this type of content. Check the webhook's format.",
  422: "The receiver read it and did not like what is in it; what it answered may say why.",
  429: "The receiver has had too much at once. What waits is sent more slowly.",
};

const REASONS: Readonly<Record<string, string>> = {
  webhook_disabled: "The webhook was disabled. Enable it, then re-fire.",
  webhook_deleted: "The webhook was deleted.",
  superseded: "A re-fire took its place.",
  marked_spam_or_trash:
    "The submission was marked as spam or moved to the trash before it was sent.",
  submission_deleted: "The submission was deleted.",
  gone: "The receiver answered 410: it wants nothing more.",
  poison: "The server stopped each time it tried this one, so it tries no more.",
};

/** Why a delivery ended as it did, where its attempts do not tell. */
export function reasonSentence({ reason }: Pick<WebhookLog, "reason">): string | undefined {
  if (reason === null) return undefined;
  const known = REASONS[reason];
  if (known !== undefined) return known;
  // What an attempt ended with stands beside the attempt.
  return isErrorCode(reason) || /^http_\d+$/.test(reason) ? undefined : reason;
}
