/** Labels of delivery states and triggers, and explanations of failed attempts. */
import type { Delivery, DeliveryAttempt } from "@intray/sdk/schemas";
import { DESTINATIONS, type DestinationKind } from "../../domain/delivery/destination.ts";
import type { DeliveryErrorCode, DeliveryTrigger } from "../../domain/delivery/delivery.ts";

interface StateLabel {
  readonly label: string;
  /** CSS class of the badge. */
  readonly tone: "good" | "warn" | "bad" | "soft";
}

export const STATES = {
  queued: { label: "Queued", tone: "soft" },
  delivering: { label: "Delivering", tone: "soft" },
  retrying: { label: "Retrying", tone: "warn" },
  succeeded: { label: "Delivered", tone: "good" },
  exhausted: { label: "Failed", tone: "bad" },
  blocked: { label: "Blocked", tone: "bad" },
  canceled: { label: "Canceled", tone: "soft" },
  skipped: { label: "Not sent", tone: "soft" },
} as const satisfies Record<Delivery["state"], StateLabel>;

/** Of a queued delivery that this server cannot send yet. */
export const WAITING_FOR_SETUP = { label: "Waiting for setup", tone: "warn" } as const;

/** Returns whether the delivery is not finished yet. */
export const isDeliveryOpen = ({ state }: Pick<Delivery, "state">): boolean =>
  state === "queued" || state === "delivering" || state === "retrying";

/** Value and label of each kind of destination. */
export const KINDS: readonly (readonly [DestinationKind, string])[] = DESTINATIONS.map(
  ({ name, label }) => [name, label],
);

export const TRIGGERS = {
  intake: "on arrival",
  ham: "marked as not spam",
  refire: "re-fired",
  refire_bulk: "re-fired in bulk",
  refire_log: "re-fired from the log",
  test: "test",
  digest: "digest",
  alert: "alert",
  confirmation: "request to confirm",
  reply: "reply",
} as const satisfies Record<DeliveryTrigger, string>;

const HINTS = {
  dns_error: "The host name was not found. Check the URL's spelling and the domain's DNS records.",
  connection_refused:
    "The connection was refused. Check the port, the firewall and whether the receiver is running.",
  connection_reset:
    "The connection was closed before a response arrived, by the receiver or a proxy before it.",
  timeout:
    "The receiver did not respond in time. It should respond first and process the delivery afterwards.",
  tls_error: "The TLS connection failed. Check the receiver's certificate and its host name.",
  auth_failed: "The relay refused the sign-in. Check user and password in INTRAY_SMTP_URL.",
  blocked_address:
    "The address is internal. Webhooks may only reach it if INTRAY_WEBHOOK_ALLOW lists it.",
  invalid_url: "The URL is invalid. Correct it in the webhook's settings.",
  http_status: "The receiver's response was not 2xx.",
  smtp_status: "The relay did not take the message. Its answer says why.",
  render_failed:
    "The payload could not be rendered. Preview the webhook's template with this submission.",
  worker_lost:
    "The server stopped during the attempt. The receiver may or may not have received it.",
} as const satisfies Record<DeliveryErrorCode, string>;

/** Explains a failed attempt and what to do about it; `undefined` if there is nothing to explain. */
export function attemptHint(
  {
    outcome,
    http_status,
    smtp_status,
    error_code,
  }: Pick<DeliveryAttempt, "outcome" | "http_status" | "smtp_status"> & {
    readonly error_code: string | null;
  },
  kind: DestinationKind,
): string | undefined {
  if (outcome === "aborted") return "The server was stopped during the attempt. It does not count.";
  if (outcome === "stale") return "Another worker had taken over the delivery. It does not count.";
  if (outcome === "worker_lost") return HINTS.worker_lost;
  // The delivery's own reason names the address, and the setting that would allow it.
  if (error_code === null || error_code === "blocked_address") return undefined;
  if (error_code === "http_status" && http_status !== null) return statusHint(http_status);
  if (error_code === "smtp_status" && smtp_status !== null) {
    return smtp_status < 500
      ? "The relay asked to send the message again later. It is sent again."
      : HINTS.smtp_status;
  }
  if (!isErrorCode(error_code)) return undefined;
  return (kind === "email" ? MAIL_HINTS[error_code] : undefined) ?? HINTS[error_code];
}

const MAIL_HINTS: Readonly<Partial<Record<DeliveryErrorCode, string>>> = {
  dns_error: "The host name of the relay was not found. Check INTRAY_SMTP_URL.",
  connection_refused:
    "The relay refused the connection. Check INTRAY_SMTP_URL, the firewall and whether the relay is running.",
  connection_reset: "The relay closed the connection before it answered.",
  timeout: "The relay did not answer in time.",
  tls_error: "The TLS connection to the relay failed. Check its certificate and host name.",
  render_failed: "The message could not be rendered. Check the form's e-mail templates.",
};

const isErrorCode = (code: string): code is DeliveryErrorCode => Object.hasOwn(HINTS, code);

function statusHint(status: number): string {
  if (status >= 300 && status < 400)
    return "The receiver redirects to another URL. Webhooks do not follow redirects; enter that URL in the settings.";
  return (
    STATUS_HINTS[status] ??
    (status >= 500
      ? "The receiver had an internal error. Its own log may have the cause."
      : "The receiver rejected the request. Its response may say why.")
  );
}

const STATUS_HINTS: Readonly<Record<number, string>> = {
  401: "The receiver requires authentication. Check the webhook's custom headers.",
  403: "The receiver denied access. Check the credentials and how it verifies signatures.",
  404: "The receiver has nothing at this URL. Check the URL's path.",
  405: "The receiver does not accept POST at this URL. Check the URL's path.",
  408: "The receiver timed out while it waited for the request.",
  410: "The receiver no longer exists at this URL. By default this disables the webhook.",
  413: "The request was larger than the receiver accepts.",
  415: "The receiver does not accept this content type. Check the webhook's format.",
  422: "The receiver rejected the content. Its response may say why.",
  429: "The receiver limits its request rate. Queued deliveries are sent more slowly.",
};

const REASONS: Readonly<Record<string, string>> = {
  webhook_disabled: "The webhook was disabled. Enable it, then re-fire.",
  webhook_deleted: "The webhook was deleted.",
  recipient_disabled: "The recipient was disabled.",
  recipient_deleted: "The recipient was removed.",
  not_confirmed: "The recipient had not confirmed the address.",
  unsubscribed: "The recipient unsubscribed.",
  no_access: "The recipient is a person who was removed, or has no access to the form.",
  suppressed:
    "Three e-mails in a row to this address failed for good. Release it on the page E-mail.",
  no_address: "The submission has no e-mail address that an answer can be sent to.",
  automatic_address:
    "Nobody reads this address, or a program does, so it gets no automatic answer.",
  own_address:
    "The address is the sender of the server's e-mail or a recipient of the form, so it gets no automatic answer.",
  answered_recently:
    "The form has answered this address, or one of the same mailbox, within the last 24 hours.",
  daily_limit:
    "The account has sent its automatic answers of the last 24 hours. INTRAY_MAIL_ANSWERS_PER_DAY sets how many it may send.",
  domain_limit:
    "30 automatic answers went to addresses of this domain within an hour, the most for a domain that is no mail provider's.",
  superseded: "Replaced by a re-fire.",
  stopped: "A user stopped it before it was sent. Re-fire it to send it.",
  marked_spam_or_trash: "The submission was marked as spam or moved to the trash before delivery.",
  submission_deleted: "The submission was deleted.",
  not_set_up:
    "The server was not set up to send e-mail for 28 hours. Set INTRAY_SMTP_URL and INTRAY_MAIL_FROM, then re-fire.",
  gone: "The receiver answered 410 Gone.",
  poison: "The server stopped during each attempt, so the delivery is not attempted again.",
};

/** Explains why a delivery ended; `undefined` if its last attempt already explains it. */
export function reasonSentence({ reason }: Pick<Delivery, "reason">): string | undefined {
  if (reason === null) return undefined;
  const known = REASONS[reason];
  if (known !== undefined) return known;
  // The attempt shows these.
  return isErrorCode(reason) || /^(?:http|smtp)_\d+$/.test(reason) ? undefined : reason;
}
