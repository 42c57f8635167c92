/** For tests: a way out, what posts by it, and a clock that stands still until a test moves it. */
import { type Clock, systemClock } from "../platform/clock.ts";
import type { AttemptResult, OutgoingDelivery } from "../domain/delivery.ts";
import { createAddressGuard } from "./address-guard.ts";
import { createDeliver } from "./deliver.ts";
import { type Egress, type EgressParts, openEgress } from "./egress.ts";

export interface WayOut {
  readonly egress: Egress;
  post(url: string, over?: Partial<OutgoingDelivery>): Promise<AttemptResult>;
}

export function openWayOut({
  allow = [],
  isOwn = () => false,
  deadlineMs = 5_000,
  clock = systemClock,
  ...parts
}: Partial<EgressParts> & {
  /** Entries of `INTRAY_WEBHOOK_ALLOW`. */
  readonly allow?: readonly string[];
  readonly isOwn?: Parameters<typeof createAddressGuard>[1];
  readonly deadlineMs?: number;
}): WayOut {
  const egress = openEgress({ guard: createAddressGuard(allow, isOwn), clock, ...parts });
  const deliver = createDeliver({ egress, clock, deadlineMs, userAgent: "Intray/test" });
  return {
    egress,
    post: (url, over) =>
      deliver(
        {
          url,
          headers: [],
          signingSecret: "whsec_dGVzdA==",
          body: { contentType: "application/json", bytes: Buffer.from("{}") },
          deliveryId: 1,
          attempt: 1,
          trigger: "intake",
          previousSecret: undefined,
          webhookId: "msg_1_1",
          ...over,
        },
        new AbortController().signal,
      ),
  };
}

export interface StandingClock extends Clock {
  /** Lets `ms` pass: the timers that fall due run, in order. */
  pass(ms: number): void;
}

export function createStandingClock(): StandingClock {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = next.at;
        next.run();
      }
      now = until;
    },
  };
}
