/** One attempt at a leased delivery: renders its body if needed, sends it, and decides what comes next. */
import { hash } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import {
  type AttemptResult,
  type Body,
  messageId,
  type OutgoingDelivery,
  testMessageId,
} from "../domain/delivery.ts";
import type { Random } from "../platform/random.ts";
import type { PayloadSubmission } from "../domain/payload-source.ts";
import type { StoredBody } from "../store/deliveries/stored-body.ts";
import type { NewBody } from "../store/deliveries/delivery-bodies.ts";
import { type DeliveryContent, payloadSubmission } from "../store/deliveries/delivery-contents.ts";
import type { Outcome } from "../store/deliveries/outcome.ts";
import type { Store } from "../store/store.ts";
import type { SendingSecrets, SendingWebhook } from "../store/webhooks/webhook-secrets.ts";
import { createBatching } from "./batching.ts";
import { decideNext, type Decision } from "./decide-next.ts";

export interface AttemptParts {
  readonly store: Pick<Store, "write">;
  readonly deliver: (delivery: OutgoingDelivery, signal: AbortSignal) => Promise<AttemptResult>;
  /** Renders the body. Called for the first attempt only. */
  readonly render: (webhook: SendingWebhook, submission: PayloadSubmission) => Body;
  readonly clock: Clock;
  readonly random: Random;
  /** Delays between attempts, in milliseconds; `undefined` = the built-in schedule. */
  readonly schedule: readonly number[] | undefined;
  /** Whether a 410 disables the webhook. */
  readonly believesGone: boolean;
}

type SubmissionContent = DeliveryContent & { readonly kind: "submission" };

export interface Attempt {
  /** Renders and stores the body if it is not stored yet. Sends nothing. */
  prepare(content: DeliveryContent, lease_token: string): Promise<Prepared>;
  /** Sends the prepared body once. */
  send(ready: Ready, lease_token: string, signal: AbortSignal): Promise<Outcome>;
}

export type Prepared =
  | Ready
  /** There is nothing to send. */
  | { readonly kind: "decided"; readonly outcome: Outcome }
  /** The submission was deleted meanwhile, and its deliveries with it. */
  | { readonly kind: "deleted" };

export interface Ready {
  readonly kind: "ready";
  readonly content: DeliveryContent;
  readonly webhook: SendingWebhook;
  readonly body: Body;
}

export function createAttempt(parts: AttemptParts): Attempt {
  const { store, clock } = parts;
  const storeBody = createBatching((bodies: readonly NewBody[]) =>
    store.write("storeDeliveryBodies", { bodies, now: clock.now() }),
  );
  return {
    async prepare(content, lease_token) {
      const { webhook } = content;
      if (webhook === undefined || !webhook.enabled) {
        const reason = webhook === undefined ? "webhook_deleted" : "webhook_disabled";
        const next = { state: "canceled", reason, next_attempt_at: null } as const;
        return { kind: "decided", outcome: outcome(content, lease_token, { next }) };
      }
      const startedAt = clock.now();
      try {
        const body = await bodyOf(webhook, content);
        return body === undefined ? { kind: "deleted" } : { kind: "ready", content, webhook, body };
      } catch (error) {
        if (!(error instanceof RenderFailed)) throw error;
        const failed = { kind: "unrendered", detail: error.message, startedAt } as const;
        const result = { ...failed, durationMs: 0, remoteIp: null };
        return { kind: "decided", outcome: decided(content, lease_token, result) };
      }
    },
    async send({ content, webhook, body }, lease_token, signal) {
      const { headers, signing_secret, previous } = secretsOf(webhook);
      const result = await parts.deliver(
        {
          url: webhook.url,
          headers,
          signingSecret: signing_secret,
          previousSecret:
            previous !== undefined && clock.now() < previous.until
              ? previous.signing_secret
              : undefined,
          body,
          deliveryId: content.id,
          attempt: content.claims,
          trigger: content.trigger,
          hops: content.kind === "test" ? null : content.submission.hops,
          webhookId:
            content.kind === "test"
              ? testMessageId({ id: content.id, uid: content.body.uid })
              : messageId(content.submission, webhook),
        },
        signal,
      );
      return decided(content, lease_token, result);
    },
  };

  function bodyOf(webhook: SendingWebhook, content: DeliveryContent) {
    return content.kind === "test"
      ? toBody(content.body)
      : content.body === undefined
        ? firstBody(webhook, content)
        : toBody(content.body);
  }

  /** The body is stored before it is first sent, so that every retry and re-fire sends the same bytes. */
  async function firstBody(
    webhook: SendingWebhook,
    content: SubmissionContent,
  ): Promise<Body | undefined> {
    const { contentType, bytes } = rendered(webhook, payloadSubmission(content.submission));
    const stored = await storeBody({
      submission_id: content.submission.id,
      webhook_id: webhook.id,
      content_type: contentType,
      body: bytes,
      sha256: hash("sha256", bytes, "buffer"),
    });
    if (stored.kind === "deleted") return undefined;
    return stored.kind === "existing" ? toBody(stored.body) : { contentType, bytes };
  }

  function rendered(webhook: SendingWebhook, submission: PayloadSubmission): Body {
    try {
      return parts.render(webhook, submission);
    } catch (cause) {
      throw new RenderFailed(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  }

  function decided(content: DeliveryContent, lease_token: string, result: AttemptResult): Outcome {
    const decision = decideNext(result, {
      attemptsMade: content.attempts_made,
      createdAt: content.created_at,
      now: clock.now(),
      jitter: () => parts.random(4).readUInt32BE() / 2 ** 32,
      // A test delivery is attempted once.
      schedule: content.kind === "test" ? [] : parts.schedule,
      believesGone: parts.believesGone,
    });
    return outcome(content, lease_token, {
      next: decision.next,
      is_counted: decision.isCounted,
      gone_url: decision.isGone ? (content.webhook?.url ?? null) : null,
      attempt: {
        number: content.claims,
        started_at: result.startedAt,
        duration_ms: result.durationMs,
        outcome: outcomeOf(result, decision),
        http_status: decision.httpStatus,
        error_code: decision.errorCode,
        response_excerpt: decision.excerpt,
        remote_ip: result.remoteIp,
        next_attempt_at: decision.next.next_attempt_at,
      },
    });
  }
}

/** Queues the delivery again for `at`: this server failed before anything was sent. Not counted. */
export function putBack(content: DeliveryContent, lease_token: string, at: number): Outcome {
  return outcome(content, lease_token, {
    next: { state: "queued", reason: null, next_attempt_at: at },
  });
}

function secretsOf({ id, secrets }: SendingWebhook): SendingSecrets {
  if (secrets !== undefined) return secrets;
  throw new Error(
    `The secrets of webhook ${id} cannot be decrypted: its row was changed by another program. Set its headers and regenerate its secret.`,
  );
}

class RenderFailed extends Error {
  override readonly name = "RenderFailed";
}

function toBody({ content_type, body }: StoredBody): Body {
  return { contentType: content_type, bytes: body };
}

function outcome(
  content: DeliveryContent,
  lease_token: string,
  over: Pick<Outcome, "next"> & Partial<Outcome>,
): Outcome {
  return {
    id: content.id,
    lease_token,
    webhook_id: content.webhook_id,
    submission_id: content.kind === "test" ? null : content.submission.id,
    is_counted: false,
    gone_url: null,
    attempt: undefined,
    ...over,
  };
}

function outcomeOf({ kind }: AttemptResult, { next }: Decision) {
  if (kind === "aborted" || kind === "blocked") return kind;
  return next.state === "succeeded" ? "succeeded" : "failed";
}
