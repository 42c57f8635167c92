/** The HTTP request of a delivery to a webhook, and its result. */
import type { Body, DeliveryErrorCode } from "../domain/delivery/delivery.ts";
import type { WebhookHeader } from "../domain/delivery/webhook.ts";

/** One HTTP request to make. */
export interface WebhookRequest {
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

/** The result of one request. A failure is a normal result and is never thrown. */
export type RequestResult = {
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
  /** Aborted by the shutdown of this server. */
  | { readonly kind: "aborted" }
);
