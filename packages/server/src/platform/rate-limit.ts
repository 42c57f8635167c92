/**
 * Limits how often one address may do something per minute, such as post to a form or sign in. Counters are in
 * memory, so each process counts separately.
 */
import { type Clock, msBetween, plusMs } from "./clock.ts";

/**
 * `over`: a post is stored as spam. `rejected`: above ten times the limit; a post is not read. The count begins
 * again after `retryAfterS` seconds.
 */
export type RateVerdict =
  | { readonly kind: "within" }
  | { readonly kind: "over" | "rejected"; readonly retryAfterS: number };

export interface RateLimit {
  /** @param times How often it is done now. */
  count(action: number | string, address: string | null, times?: number): RateVerdict;
}

const MINUTE_MS = 60_000;
/** Requests are rejected above this multiple of the limit, and only marked as over it before. */
const REJECTED_ABOVE = 10;
/** Counters of action and network in memory. If a minute has more, counting starts again. */
const MAX_COUNTERS = 200_000;

const WITHIN: RateVerdict = { kind: "within" };

/** @param perMinute `undefined` = off. */
export function createRateLimit(perMinute: number | undefined, clock: Clock): RateLimit {
  if (perMinute === undefined) return { count: () => WITHIN };
  let counts = new Map<string, number>();
  let minuteEndsAt = clock.monotonic();
  return {
    count(action, address, times = 1) {
      const now = clock.monotonic();
      if (now >= minuteEndsAt || counts.size >= MAX_COUNTERS) {
        counts = new Map();
        minuteEndsAt = plusMs(now, MINUTE_MS);
      }
      const key = `${action} ${networkOf(address)}`;
      const count = (counts.get(key) ?? 0) + times;
      counts.set(key, count);
      if (count <= perMinute) return WITHIN;
      return {
        kind: count <= perMinute * REJECTED_ABOVE ? "over" : "rejected",
        retryAfterS: Math.ceil(msBetween(now, minuteEndsAt) / 1_000),
      };
    },
  };
}

/** For IPv6 the /64 network, which is usually assigned to one customer; for IPv4 the address. */
export function networkOf(address: string | null): string {
  if (address === null || !address.includes(":")) return address ?? "";
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? 0 : tail.split(":").length;
    while (groups.length < 8 - after && groups.length < 4) groups.push("0");
    if (groups.length < 4) groups.push(...tail.split(":"));
  }
  return groups.slice(0, 4).join(":");
}
