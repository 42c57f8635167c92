/** Takes due deliveries, has them attempted, and settles what came of it. */
import { hash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { AttemptResult, Body, OutgoingDelivery } from "../delivery.ts";
import type { Ids, Random } from "../ids.ts";
import type { Log } from "../log.ts";
import type { DeliveryContent } from "../store/delivery-bodies.ts";
import type { Outcome } from "../store/delivery-outcomes.ts";
import type { Store } from "../store/store.ts";
import type { WebhookRecord } from "../store/webhooks.ts";
import { createCaps } from "./caps.ts";
import { settle } from "./settle.ts";

export interface DispatcherParts {
  readonly store: Pick<Store, "read" | "write">;
  readonly deliver: (delivery: OutgoingDelivery, signal: AbortSignal) => Promise<AttemptResult>;
  /** Renders the bytes of a first attempt. */
  readonly render: (webhook: WebhookRecord, content: DeliveryContent) => Body;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  /** Delays between attempts; `undefined` = the built-in schedule. */
  readonly schedule: readonly number[] | undefined;
  /** Attempts under way at once, over all webhooks. */
  readonly mostInFlight: number;
  readonly leaseMs: number;
}

export interface Dispatcher {
  /** Takes back what a crash left leased, then begins. */
  start(): Promise<void>;
  /** A delivery may be due: look now. */
  wake(): void;
  /** Takes no more, and waits for what is under way; `atOnce` breaks that off, uncounted. */
  stop(options: { readonly atOnce: boolean }): Promise<void>;
}

const LONGEST_IDLE_MS = 1_000;
/** After a look that found nothing to begin, the next one waits: posts come faster than webhooks take. */
const QUIET_MS = 10;
const SWEEP_EVERY_MS = 15_000;
const MOST_RECOVERED_AT_ONCE = 500;

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { store, clock, ids, log, mostInFlight, leaseMs } = parts;
  const caps = createCaps();
  const inFlight = new Set<Promise<void>>();
  const breakOff = new AbortController();
  let isStopped = true;
  let isAsked = false;
  let pumping: Promise<void> | undefined;
  let outcomes: Outcome[] = [];
  let settling: Promise<void> | undefined;
  let forgetTimer = () => {};
  let nextSweepAt = 0;
  let quietUntil = 0;

  async function pump(): Promise<void> {
    forgetTimer();
    isAsked = false;
    await sweep();
    await claim();
    if (!isStopped && !isAsked) await sleepUntilDue();
  }

  async function claim(): Promise<void> {
    const free = mostInFlight - inFlight.size;
    if (free <= 0 || isStopped) return;
    const now = clock.now();
    const lease_token = ids.leaseToken();
    const claimed = await store.write("claimDue", {
      now,
      lease_token,
      lease_expires_at: now + leaseMs,
      limit: free,
      free_of: caps.freeOf(),
      free_of_others: caps.initial,
    });
    if (claimed.length === 0) {
      quietUntil = now + QUIET_MS;
      return;
    }
    const contents = await store.read("deliveryContents", { ids: claimed.map(({ id }) => id) });
    if (isStopped) {
      await store.write("releaseClaims", { ids: claimed.map(({ id }) => id), lease_token, now });
      return;
    }
    for (const content of contents) begin(content, lease_token);
  }

  function begin(content: DeliveryContent, lease_token: string): void {
    const webhook_id = content.webhook?.id ?? 0;
    caps.begin(webhook_id);
    const work = attempt(content, lease_token)
      .then((outcome) => {
        caps.end(webhook_id, outcome.next.state === "succeeded");
        return settleSoon(outcome);
      })
      .catch((error: unknown) => {
        // The lease runs out, and the sweep queues it again.
        caps.end(webhook_id, false);
        log.error({ err: error, delivery: content.id }, "A delivery could not be attempted.");
      })
      .finally(() => {
        inFlight.delete(work);
        wake();
      });
    inFlight.add(work);
  }

  async function attempt(content: DeliveryContent, lease_token: string): Promise<Outcome> {
    const { id, webhook, submission } = content;
    const fence = { id, lease_token, submission_id: submission.id };
    if (webhook === undefined || !webhook.enabled) {
      const reason = webhook === undefined ? "webhook_deleted" : "webhook_disabled";
      return {
        ...fence,
        webhook_id: webhook?.id ?? 0,
        next: { state: "canceled", reason, next_attempt_at: null },
        is_counted: false,
        is_gone: false,
        attempt: undefined,
      };
    }
    const body = await bodyOf(webhook, content);
    const result = await parts.deliver(
      {
        url: webhook.url,
        headers: webhook.headers,
        signingSecret: webhook.signing_secret,
        body,
        deliveryId: id,
        attempt: content.claims,
        trigger: content.trigger,
        webhookId: `msg_${submission.id}_${webhook.id}`,
      },
      breakOff.signal,
    );
    const verdict = settle(result, {
      attemptsMade: content.attempts_made,
      createdAt: content.created_at,
      now: clock.now(),
      jitter: parts.random(4).readUInt32BE() / 2 ** 32,
      schedule: parts.schedule,
    });
    return {
      ...fence,
      webhook_id: webhook.id,
      next: verdict.next,
      is_counted: verdict.isCounted,
      is_gone: verdict.isGone,
      attempt: {
        number: content.claims,
        started_at: result.startedAt,
        duration_ms: result.durationMs,
        outcome: outcomeOf(result, verdict.next.state),
        http_status: verdict.httpStatus,
        error_code: verdict.errorCode,
        response_excerpt: verdict.excerpt,
        remote_ip: result.remoteIp,
        next_attempt_at: verdict.next.next_attempt_at,
      },
    };
  }

  /** Stored before its first byte is sent: every retry and re-fire sends the same bytes. */
  async function bodyOf(webhook: WebhookRecord, content: DeliveryContent): Promise<Body> {
    if (content.body !== undefined) {
      return { contentType: content.body.content_type, bytes: content.body.body };
    }
    const { contentType, bytes } = parts.render(webhook, content);
    const stored = await store.write("storeDeliveryBody", {
      submission_id: content.submission.id,
      webhook_id: webhook.id,
      content_type: contentType,
      body: bytes,
      sha256: hash("sha256", bytes, "buffer"),
      now: clock.now(),
    });
    return { contentType: stored.content_type, bytes: stored.body };
  }

  /** Outcomes of one turn of the event loop are settled together. */
  function settleSoon(outcome: Outcome): Promise<void> {
    outcomes.push(outcome);
    settling ??= new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      const batch = outcomes;
      outcomes = [];
      settling = undefined;
      return store.write("settleDeliveries", { outcomes: batch, now: clock.now() });
    });
    return settling;
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    if (now < nextSweepAt) return;
    nextSweepAt = now + SWEEP_EVERY_MS;
    await recover(now);
  }

  async function recover(expired_at: number): Promise<void> {
    for (;;) {
      const limit = MOST_RECOVERED_AT_ONCE;
      const recovered = await store.write("recoverLeases", { now: clock.now(), expired_at, limit });
      if (recovered > 0) log.warn({ recovered }, "Deliveries of a lost worker were queued again.");
      if (recovered < limit) return;
    }
  }

  async function sleepUntilDue(): Promise<void> {
    // A full house wakes up by itself when an attempt ends.
    const dueAt = await store.read("nextDueAt", {});
    const wait = Math.min(LONGEST_IDLE_MS, Math.max(1, (dueAt ?? Infinity) - clock.now()));
    const isFull = dueAt !== undefined && dueAt <= clock.now();
    forgetTimer = clock.after(isFull ? LONGEST_IDLE_MS : wait, wake);
  }

  function wake(): void {
    isAsked = true;
    if (isStopped || pumping !== undefined) return;
    const quiet = quietUntil - clock.now();
    if (quiet > 0) {
      forgetTimer();
      forgetTimer = clock.after(quiet, wake);
      return;
    }
    pumping = pump()
      .catch((error: unknown) => {
        if (!isStopped) {
          log.error({ err: error }, "The outbox could not be read; it is tried again.");
          forgetTimer = clock.after(LONGEST_IDLE_MS, wake);
        }
      })
      .finally(() => {
        pumping = undefined;
        if (isAsked && !isStopped) wake();
      });
  }

  return {
    async start() {
      // One process serves a SQLite file, so whatever is leased now was a dead process's.
      await recover(Number.MAX_SAFE_INTEGER);
      nextSweepAt = clock.now() + SWEEP_EVERY_MS;
      isStopped = false;
      wake();
    },
    wake,
    async stop({ atOnce }) {
      isStopped = true;
      forgetTimer();
      if (atOnce) breakOff.abort();
      await pumping;
      await Promise.allSettled(inFlight);
    },
  };
}

function outcomeOf(result: AttemptResult, state: Outcome["next"]["state"]) {
  if (result.kind === "aborted") return "aborted";
  if (result.kind === "blocked") return "blocked";
  return state === "succeeded" ? "succeeded" : "failed";
}
