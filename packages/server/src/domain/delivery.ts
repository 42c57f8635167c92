/** A delivery of one submission to one webhook, its HTTP request, and the results of an attempt. */
import type { Fields } from "./submission.ts";
import type { Identified } from "./uid.ts";
import type { WebhookHeader } from "./webhook.ts";

/** Why an attempt failed: below HTTP, or with an HTTP status (`http_status`). */
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
  "render_failed",
  "worker_lost",
] as const;
export type DeliveryErrorCode = (typeof ERROR_CODES)[number];

/** After this many lost workers in a row a delivery is quarantined: attempted with no other in flight. */
export const QUARANTINE_AFTER_LOST_WORKERS = 3;
/** After this many lost workers in total the delivery is a poison message and fails. */
export const MAX_LOST_WORKERS = QUARANTINE_AFTER_LOST_WORKERS + 3;

/**
 * While the circuit of its receiver's origin is open, a delivery waits at most this long beyond the time of each
 * attempt, so that its retries end in time.
 */
export const MAX_HOLD_MS = 5 * 60_000;

/** The result of one attempt. A failure is a normal result and is never thrown. */
export type AttemptResult = {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly remoteIp: string | null;
} & (
  | {
      readonly kind: "answered";
      readonly status: number;
      /** The first bytes of the response body, as text. */
      readonly excerpt: string;
      readonly retryAfterMs: number | undefined;
    }
  | { readonly kind: "failed"; readonly errorCode: DeliveryErrorCode; readonly detail: string }
  | { readonly kind: "blocked"; readonly detail: string }
  /** The payload could not be rendered; a later attempt would fail as well. */
  | { readonly kind: "unrendered"; readonly detail: string }
  /** Aborted by the shutdown of this server; does not count as an attempt. */
  | { readonly kind: "aborted" }
);

/** The request body of a delivery. */
export interface Body {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The data that a payload is rendered from. */
export interface PayloadSource {
  readonly submissionId: number;
  readonly formName: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** The URL of the page with the form, as sent with the post, and its parts. */
  readonly sourceUrl: string | null;
  readonly sourceHost: string | null;
  readonly sourcePath: string | null;
  readonly sourceFragment: string | null;
  readonly sourceQuery: readonly (readonly [name: string, value: string])[];
  readonly email: string | null;
  readonly fields: Fields;
  readonly attachments: readonly PayloadFile[];
  /** `undefined` if the form does not score leads, and while the score is pending. */
  readonly leadAgent: LeadAgent | undefined;
}

/** The lead score of a submission. */
export interface LeadAgent {
  readonly score: number | null;
  readonly scoreReasoning: string | null;
  readonly scoreLocationInfo: string | null;
}

export interface PayloadFile {
  readonly name: string;
  readonly attachment_proxy_url: string;
  readonly public_url: string;
  /** Bytes. */
  readonly file_size: number;
}

/** One HTTP request to make. */
export interface OutgoingDelivery {
  readonly url: string;
  readonly headers: readonly WebhookHeader[];
  readonly signingSecret: string;
  /** For 24 hours after a rotation: also signs, only in the header webhook-signature. */
  readonly previousSecret: string | undefined;
  readonly body: Body;
  readonly deliveryId: number;
  readonly attempt: number;
  readonly trigger: string;
  /** The message id, which receivers deduplicate by. */
  readonly webhookId: string;
  /** The installations that the submission has passed, see hops.ts; `null` for none. */
  readonly hops: string | null;
}

/**
 * Receivers deduplicate by it. It is the same for retries and re-fires of a submission to a webhook. The ids
 * are for people; the uids make sure that it is never sent again for other ones, also after an older backup
 * is restored.
 */
export const messageId = (submission: Identified, webhook: Identified): string =>
  joined("msg", submission.id, webhook.id, submission.uid, webhook.uid);

/** Each test delivery has its own, so that no receiver takes it for a duplicate. */
export const testMessageId = ({ id, uid }: Identified): string => joined("msg_test", id, uid);

const joined = (...parts: readonly (string | number | null)[]) =>
  parts.filter((part) => part !== null).join("_");
