/** One attempt at a leased delivery: renders its body if needed, sends it, and decides what comes next. */
import { hash } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import type { Body } from "../domain/delivery/delivery.ts";
import type {
  DeliveredSubmission,
  DeliveryKind,
  DeliveryKinds,
} from "../domain/delivery/delivery-kind.ts";
import { type DeliveryResult, failFor } from "../domain/delivery/delivery-result.ts";
import { AppError } from "../domain/errors.ts";
import { refusalReason, type SendingDestination } from "../domain/delivery/destination.ts";
import type { Random } from "../platform/random.ts";
import type { StoredBody } from "../store/deliveries/own-bodies.ts";
import type { NewBody } from "../store/deliveries/delivery-bodies.ts";
import type { DeliveryContent } from "../store/deliveries/delivery-contents.ts";
import { deliveredSubmission } from "../store/deliveries/delivery-contents.ts";
import type { Outcome } from "../store/deliveries/outcome.ts";
import type { Store } from "../store/store.ts";
import { decideNext, type Next } from "./decide-next.ts";
import { messageOf } from "../platform/errors.ts";

export interface AttemptParts {
  readonly store: Pick<Store, "writes">;
  readonly kinds: DeliveryKinds;
  readonly clock: Clock;
  readonly random: Random;
  /** Delays between attempts, in milliseconds; `undefined` = the built-in schedule. */
  readonly schedule: readonly number[] | undefined;
}

type SubmissionContent = DeliveryContent & { readonly kind: "submission" };

interface Attempt {
  /** Renders and stores the body if it is not stored yet. Sends nothing. */
  prepare(content: DeliveryContent, lease_token: string): Promise<Prepared>;
  send(ready: Ready, lease_token: string, signal: AbortSignal, onLate: () => void): Promise<Sent>;
}

type Prepared =
  | Ready
  /** There is nothing to send. */
  | { readonly kind: "decided"; readonly outcome: Outcome }
  /** The submission was deleted meanwhile, and its deliveries with it. */
  | { readonly kind: "deleted" };

export interface Ready {
  readonly kind: "ready";
  readonly content: DeliveryContent;
  readonly destination: SendingDestination;
  readonly sender: DeliveryKind<SendingDestination>;
  readonly body: Body;
}

export interface Sent {
  readonly outcome: Outcome;
  /** What the attempt said about the receiver. */
  readonly receiver: DeliveryResult["receiver"];
}

/** Delay before a delivery is looked at again that this server cannot send. */
const UNSENDABLE_MS = 60_000;

export function createAttempt(parts: AttemptParts): Attempt {
  const { store, clock } = parts;
  const storeBody = createBatching((bodies: readonly NewBody[]) =>
    store.writes.storeDeliveryBodies({ bodies, now: clock.now() }),
  );
  return {
    async prepare(content, lease_token) {
      const { destination } = content;
      const reason = refusalReason(destination, content.trigger, content.deleted_kind);
      if (reason !== undefined || destination === undefined) {
        const next = { state: "canceled", reason: reason ?? null, next_attempt_at: null } as const;
        return { kind: "decided", outcome: outcome(content, lease_token, { next }) };
      }
      const sender = parts.kinds[destination.kind];
      if (sender === undefined) {
        // Claims leave such deliveries out, unless they are quarantined.
        const at = clock.now() + UNSENDABLE_MS;
        return { kind: "decided", outcome: putBack(content, lease_token, at) };
      }
      const refusal = await refusalOf(sender, destination, content);
      if (refusal !== undefined) {
        const next = { state: "skipped", reason: refusal, next_attempt_at: null } as const;
        return { kind: "decided", outcome: outcome(content, lease_token, { next }) };
      }
      const startedAt = clock.now();
      try {
        const body = await bodyOf(sender, destination, content);
        if (body === undefined) return { kind: "deleted" };
        return { kind: "ready", content, destination, sender, body };
      } catch (error) {
        if (!(error instanceof RenderFailed)) throw error;
        const result = renderFailure(startedAt, error.message);
        return { kind: "decided", outcome: outcomeOf(content, lease_token, result) };
      }
    },
    async send({ content, destination, sender, body }, lease_token, signal, onLate) {
      const result = await sender.send(
        {
          id: content.id,
          attempt: content.claims,
          trigger: content.trigger,
          destination,
          body,
          submission: content.kind === "own" ? undefined : content.submission,
          ownUid: content.kind === "own" ? content.body.uid : null,
          ownAddress: content.kind === "own" ? content.body.address : null,
        },
        signal,
        onLate,
      );
      return { outcome: outcomeOf(content, lease_token, result), receiver: result.receiver };
    },
  };

  function bodyOf(
    sender: DeliveryKind<SendingDestination>,
    destination: SendingDestination,
    content: DeliveryContent,
  ) {
    return content.kind === "own"
      ? toBody(content.body)
      : content.body === undefined
        ? firstBody(sender, destination, content)
        : toBody(content.body);
  }

  /** The body is stored before it is first sent, so that every retry and re-fire sends the same bytes. */
  async function firstBody(
    sender: DeliveryKind<SendingDestination>,
    destination: SendingDestination,
    content: SubmissionContent,
  ): Promise<Body | undefined> {
    const submission = deliveredSubmission(content.submission);
    const { contentType, bytes } = await render(sender, destination, submission);
    const stored = await storeBody({
      submission_id: content.submission.id,
      destination_id: destination.id,
      content_type: contentType,
      body: bytes,
      sha256: hash("sha256", bytes, "buffer"),
    });
    if (stored.kind === "deleted") return undefined;
    return stored.kind === "existing" ? toBody(stored.body) : { contentType, bytes };
  }

  function outcomeOf(content: DeliveryContent, lease_token: string, result: DeliveryResult) {
    const next = decideNext(result, {
      attemptsMade: content.attempts_made,
      createdAt: content.created_at,
      now: clock.now(),
      jitter: () => parts.random(4).readUInt32BE() / 2 ** 32,
      // A test delivery is attempted once.
      schedule: content.trigger === "test" ? [] : parts.schedule,
    });
    const isGone = result.result === "failed" && result.isGone;
    return outcome(content, lease_token, {
      next,
      isCounted: result.result !== "aborted",
      goneAddress: isGone ? (content.destination?.stored_address ?? null) : null,
      attempt: {
        number: content.claims,
        started_at: result.startedAt,
        duration_ms: result.durationMs,
        outcome: outcomeName(result, next),
        status: result.status,
        error_code: result.errorCode,
        response_excerpt: result.excerpt,
        remote_ip: result.remoteIp,
        next_attempt_at: next.next_attempt_at,
      },
    });
  }
}

/** Asked before each attempt, since a re-fire has a stored body and is another delivery. */
async function refusalOf(
  sender: DeliveryKind<SendingDestination>,
  destination: SendingDestination,
  content: DeliveryContent,
): Promise<string | undefined> {
  if (content.kind === "own" || sender.refusal === undefined) return undefined;
  const { id, submission } = content;
  return sender.refusal({ id, destination, submission });
}

/** Queues the delivery again for `at`: this server failed before anything was sent. Not counted. */
export const putBack = (content: DeliveryContent, lease_token: string, at: number): Outcome =>
  outcome(content, lease_token, { next: { state: "queued", reason: null, next_attempt_at: at } });

class RenderFailed extends Error {
  override readonly name = "RenderFailed";
}

async function render(
  sender: DeliveryKind<SendingDestination>,
  destination: SendingDestination,
  submission: DeliveredSubmission,
): Promise<Body> {
  try {
    return await sender.render(destination, submission);
  } catch (cause) {
    // An outage of the database or of the storage of files ends, so the delivery is put back.
    if (cause instanceof AppError) throw cause;
    throw new RenderFailed(messageOf(cause), { cause });
  }
}

/** A later attempt would fail to render as well. */
const renderFailure = (startedAt: number, excerpt: string): DeliveryResult => ({
  ...failFor("render_failed"),
  startedAt,
  durationMs: 0,
  remoteIp: null,
  receiver: "unknown",
  status: null,
  errorCode: "render_failed",
  excerpt,
});

function toBody({ content_type, body }: StoredBody): Body {
  return { contentType: content_type, bytes: body };
}

const outcome = (
  content: DeliveryContent,
  lease_token: string,
  over: Pick<Outcome, "next"> & Partial<Outcome>,
): Outcome => ({
  id: content.id,
  lease_token,
  destination_id: content.destination_id,
  kind: content.destination?.kind ?? null,
  submission_id: content.kind === "own" ? null : content.submission.id,
  ...(content.trigger === "test" ? { isTest: true } : {}),
  isCounted: false,
  goneAddress: null,
  attempt: undefined,
  ...over,
});

function outcomeName({ result }: DeliveryResult, { state }: Next) {
  if (result === "aborted") return "aborted";
  if (state === "succeeded" || state === "blocked") return state;
  return "failed";
}

/**
 * Combines the items of one event-loop turn into a single write.
 *
 * @param write Returns the results in the order of `items`. If it fails for several items, each is
 *   written separately, so that one bad item does not fail the others.
 */
export function createBatching<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  type Waiting = { readonly item: Item } & PromiseWithResolvers<Result>;
  let waiting: Waiting[] = [];

  async function flush(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item));
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else await Promise.all(batch.map((one) => flush([one])));
    }
  }

  return (item) => {
    const one = { item, ...Promise.withResolvers<Result>() };
    if (waiting.push(one) === 1) {
      setImmediate(() => {
        const batch = waiting;
        waiting = [];
        void flush(batch);
      });
    }
    return one.promise;
  };
}
