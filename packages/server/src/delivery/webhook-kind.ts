/** Webhooks as a kind of destination: payload formats, signed HTTP requests, and what their statuses mean. */
import { messageId, ownMessageId } from "../domain/delivery/delivery.ts";
import type { DeliveryKind, OutgoingDelivery } from "../domain/delivery/delivery-kind.ts";
import { payloadSource } from "../domain/delivery/payload-source.ts";
import type { SendingWebhook } from "../domain/delivery/destination.ts";
import type { SendingSecrets } from "../domain/delivery/webhook.ts";
import type { Origins } from "../domain/submission/submission-text.ts";
import type { Clock } from "../platform/clock.ts";
import type { Deliver } from "./deliver.ts";
import { renderPayload } from "./payload/formats.ts";

export interface WebhookKindParts {
  readonly deliver: Deliver;
  readonly clock: Pick<Clock, "now">;
  readonly origins: Origins;
  /** As that of `deliver`. */
  readonly deadlineMs: number;
  /** Why the egress would not connect to this URL, as far as the URL tells. */
  readonly addressProblem: (url: string) => string | undefined;
}

export const createWebhookKind = ({
  deliver,
  clock,
  origins,
  deadlineMs,
  addressProblem,
}: WebhookKindParts): DeliveryKind<SendingWebhook> => ({
  deadlineMs,
  addressProblem,
  render: (webhook, submission) => renderPayload(webhook, payloadSource(submission, origins)),
  send(delivery, signal) {
    const { destination: webhook, submission } = delivery;
    const { url, headers, signing_secret, previous } = secretsOf(webhook);
    const mayUsePrevious = previous !== undefined && clock.now() < previous.until;
    return deliver(
      {
        url,
        headers,
        signingSecret: signing_secret,
        signatureHeader: webhook.signature_header,
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
  },
});

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
    `The secrets of webhook ${id} cannot be decrypted: its row was changed by another program. Enter its URL and headers again, and regenerate its secret.`,
  );
}
