/** A delivery: one submission on its way to one webhook, and what an attempt at it can come to. */
import type { Fields } from "./submission.ts";
import type { WebhookHeader } from "./webhook.ts";

/** The closed set of what can go wrong below HTTP, and `http_status` for what goes wrong in it. */
export const ERROR_CODES = [
  "dns_error",
  "connection_refused",
  "connection_reset",
  "timeout",
  "tls_error",
  "blocked_address",
  "invalid_url",
  "http_status",
  "render_failed",
  "worker_lost",
] as const;
export type DeliveryErrorCode = (typeof ERROR_CODES)[number];

/** From this many lost workers in a row on, a delivery is attempted with nothing beside it. */
export const QUARANTINE_AFTER_LOST_WORKERS = 3;
/** And after as many more of them while alone, it is what kills them: poison. */
export const MAX_LOST_WORKERS = QUARANTINE_AFTER_LOST_WORKERS + 3;

/** What one attempt came to. Returned, never thrown: failing is normal here. */
export type AttemptResult = {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly remoteIp: string | null;
} & (
  | {
      readonly kind: "answered";
      readonly status: number;
      /** The first bytes of the answer, as text. */
      readonly excerpt: string;
      readonly retryAfterMs: number | undefined;
    }
  | { readonly kind: "failed"; readonly errorCode: DeliveryErrorCode; readonly detail: string }
  | { readonly kind: "blocked"; readonly detail: string }
  /** The payload could not be written, and no later attempt would change that. */
  | { readonly kind: "unrendered"; readonly detail: string }
  /** Broken off by our own shutdown; does not count. */
  | { readonly kind: "aborted" }
);

/** The bytes of a delivery, exactly as they are sent. */
export interface Body {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** What a payload is written from. */
export interface PayloadSource {
  readonly submissionId: number;
  readonly formName: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** The page that the form stands on, as the post told, and its parts. */
  readonly sourceUrl: string | null;
  readonly sourceHost: string | null;
  readonly sourcePath: string | null;
  readonly sourceFragment: string | null;
  readonly sourceQuery: readonly (readonly [name: string, value: string])[];
  readonly email: string | null;
  readonly fields: Fields;
  readonly attachments: readonly PayloadFile[];
  /** `undefined` where leads are not scored, and while the score is pending. */
  readonly leadAgent: LeadAgent | undefined;
}

/** How promising a submission looks. */
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
  /** For a day after a rotation: signs too, in webhook-signature alone. */
  readonly previousSecret: string | undefined;
  readonly body: Body;
  readonly deliveryId: number;
  readonly attempt: number;
  readonly trigger: string;
  /** Stable over retries and re-fires: the key to dedupe on. */
  readonly webhookId: string;
}

/** Receivers dedupe on it: the same for retries and re-fires, and another for each test. */
export function messageId(delivery: {
  readonly id: number;
  readonly trigger: string;
  readonly submission_id: number | null;
  readonly webhook_id: number;
}): string {
  const { id, trigger, submission_id, webhook_id } = delivery;
  return trigger === "test" ? `msg_test_${id}` : `msg_${submission_id}_${webhook_id}`;
}
