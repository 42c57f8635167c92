/** Webhooks as a kind of destination: payload formats, signed HTTP requests, and what their statuses mean. */
import { type Answer, messageId, ownMessageId } from "../domain/delivery/delivery.ts";
import type { DeliveryKind, OutgoingDelivery } from "../domain/delivery/delivery-kind.ts";
import { payloadSource } from "../domain/delivery/payload-source.ts";
import { receiverAfter } from "../domain/delivery/receiver-state.ts";
import type { SendingSecrets, SendingWebhook } from "../domain/delivery/webhook.ts";
import type { Clock } from "../platform/clock.ts";
import type { Deliver } from "./deliver.ts";
import { render } from "./payload/formats.ts";
import type { RequestResult } from "./webhook-request.ts";

export interface WebhookKindParts {
  readonly deliver: Deliver;
  readonly clock: Pick<Clock, "now">;
  /** The origin of links in payloads. */
  readonly publicUrl: () => string;
  /** As that of `deliver`. */
  readonly deadlineMs: number;
  /** Whether a 410 ends the delivery and disables the webhook; otherwise it is an ordinary failure. */
  readonly believesGone: boolean;
}

export function createWebhookKind({
  deliver,
  clock,
  publicUrl,
  deadlineMs,
  believesGone,
}: WebhookKindParts): DeliveryKind<SendingWebhook> {
  return {
    deadlineMs,
    render: (webhook, submission) => render(webhook, payloadSource(submission, publicUrl())),
    async send(delivery, signal) {
      const { destination: webhook, submission } = delivery;
      const { headers, signing_secret, previous } = secretsOf(webhook);
      const mayUsePrevious = previous !== undefined && clock.now() < previous.until;
      const result = await deliver(
        {
          url: webhook.address,
          headers,
          signingSecret: signing_secret,
          previousSecret: mayUsePrevious ? previous.signing_secret : undefined,
          body: delivery.body,
          deliveryId: delivery.id,
          attempt: delivery.attempt,
          trigger: delivery.trigger,
          hops: submission?.hops ?? null,
          webhookId: webhookIdOf(delivery),
        },
        signal,
      );
      return answerOf(result, believesGone);
    },
  };
}

const webhookIdOf = ({
  id,
  trigger,
  submission,
  ownUid,
  destination,
}: OutgoingDelivery<SendingWebhook>) =>
  submission === undefined
    ? ownMessageId(trigger, { id, uid: ownUid })
    : messageId(submission, destination);

function secretsOf({ id, secrets }: SendingWebhook): SendingSecrets {
  if (secrets !== undefined) return secrets;
  throw new Error(
    `The secrets of webhook ${id} cannot be decrypted: its row was changed by another program. Set its headers and regenerate its secret.`,
  );
}

/** What the result of a request means. @param believesGone Whether a 410 says that the receiver is gone. */
export function answerOf(result: RequestResult, believesGone: boolean): Answer {
  const { startedAt, durationMs, remoteIp } = result;
  const plain = { startedAt, durationMs, remoteIp, httpStatus: null, smtpStatus: null } as const;
  switch (result.kind) {
    case "aborted":
      return {
        ...plain,
        meaning: { kind: "aborted" },
        receiver: "unknown",
        errorCode: null,
        excerpt: null,
      };
    case "blocked":
      return {
        ...plain,
        meaning: { kind: "failed", state: "blocked", reason: result.detail },
        receiver: "unknown",
        errorCode: "blocked_address",
        excerpt: null,
      };
    case "failed": {
      const { errorCode, detail } = result;
      return {
        ...plain,
        meaning: {
          kind: errorCode === "timeout" ? "pressed" : "retry",
          reason: errorCode,
          retryAfterMs: undefined,
        },
        receiver: receiverAfter(errorCode),
        errorCode,
        excerpt: detail,
      };
    }
    case "answered": {
      const { status, excerpt } = result;
      const isSuccess = status >= 200 && status < 300;
      return {
        ...plain,
        meaning: isSuccess ? { kind: "succeeded" } : failureOf(result, believesGone),
        receiver: "responds",
        httpStatus: status,
        errorCode: isSuccess ? null : "http_status",
        excerpt,
      };
    }
  }
}

function failureOf(
  { status, retryAfterMs }: RequestResult & { readonly kind: "answered" },
  believesGone: boolean,
): Answer["meaning"] {
  if (status === 410 && believesGone) return { kind: "gone", reason: "gone" };
  return { kind: status === 429 ? "pressed" : "retry", reason: `http_${status}`, retryAfterMs };
}
