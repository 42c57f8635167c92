/** A delivery to one destination: what causes it, what is sent, and the answer to an attempt. */
import { hash } from "node:crypto";
import type { Identified } from "../uid.ts";

/** The triggers of deliveries that are queued together with their body, and may have no submission. */
export const OWN_BODY_TRIGGERS = ["test", "digest", "alert", "confirmation", "reply"] as const;
export type DeliveryTrigger =
  "intake" | "ham" | "refire" | "refire_bulk" | "refire_log" | OwnBodyTrigger;

export type OwnBodyTrigger = (typeof OWN_BODY_TRIGGERS)[number];

export const hasOwnBody = (trigger: DeliveryTrigger): trigger is OwnBodyTrigger =>
  OWN_BODY_TRIGGERS.some((own) => own === trigger);

/** The body has the link that proves that its reader owns the address, so nobody but the recipient may see it. */
export const isForRecipientOnly = (trigger: DeliveryTrigger): boolean => trigger === "confirmation";

/** Why an attempt failed: below HTTP or SMTP, or with a status (`http_status`, `smtp_status`). */
export const ERROR_CODES = [
  "dns_error",
  "connection_refused",
  "connection_reset",
  "timeout",
  "tls_error",
  "auth_failed",
  "blocked_address",
  "invalid_url",
  "http_status",
  "smtp_status",
  "render_failed",
  "worker_lost",
] as const;
export type DeliveryErrorCode = (typeof ERROR_CODES)[number];

/** The reason of deliveries that a person stopped before they were sent. */
export const STOPPED = "stopped";

/** After this many lost workers in a row a delivery is quarantined: attempted with no other in flight. */
export const QUARANTINE_AFTER_LOST_WORKERS = 3;
/** After this many lost workers in total the delivery is a poison message and fails. */
export const MAX_LOST_WORKERS = QUARANTINE_AFTER_LOST_WORKERS + 3;

/**
 * While the circuit of its receiver's origin is open, a delivery waits at most this long beyond the time of each
 * attempt, so that its retries end in time.
 */
export const MAX_HOLD_MS = 5 * 60_000;

/** From the first due time to the end of the last attempt. Even the shortest jitter gives more than 24 h. */
export const MAX_LIFE_MS = 28 * 3_600_000;

/**
 * How the last attempt of a delivery was answered: not at all, or for one reason, or with an HTTP status from `min` to
 * `max`.
 */
export type AnswerFilter =
  "none" | { readonly error_code: string } | { readonly min: number; readonly max: number };

export type Body = { readonly contentType: string; readonly bytes: Uint8Array };

/**
 * Receivers deduplicate by it. It is the same for retries and re-fires of a submission to a destination. The ids
 * are for people; the uids make sure that it is never sent again for other ones, also after an older backup
 * is restored.
 */
export const messageId = (submission: Identified, destination: Identified): string =>
  join("msg", submission.id, destination.id, submission.uid, destination.uid);

/** The message id of a test. Each has its own, so that no receiver takes it for a duplicate. */
const testMessageId = ({ id, uid }: Identified): string => join("msg_test", id, uid);

/** The message id of other deliveries with their own body, which have it before they have an id. */
export const composedMessageId = (
  trigger: Exclude<OwnBodyTrigger, "test">,
  uid: string | null,
): string => join("msg", trigger, uid);

export const ownMessageId = (trigger: DeliveryTrigger, delivery: Identified): string =>
  hasOwnBody(trigger) && trigger !== "test"
    ? composedMessageId(trigger, delivery.uid)
    : testMessageId(delivery);

const MAIL_ID_CHARACTERS = 16;

/**
 * The Message-ID of an e-mail up to the @, made from the message id of its delivery, which is too long: a header
 * that is folded after its name comes back with a space in front from some mail servers.
 */
export const mailMessageId = (id: string): string =>
  hash("sha256", id, "base64url").slice(0, MAIL_ID_CHARACTERS);

const join = (...parts: readonly (string | number | null)[]) =>
  parts.filter((part) => part !== null).join("_");

/** Why the relay is to blame, and not a recipient. */
export const RELAY_ERRORS: ReadonlySet<string | null | undefined> = new Set<DeliveryErrorCode>([
  "dns_error",
  "connection_refused",
  "connection_reset",
  "timeout",
  "tls_error",
  "auth_failed",
]);
