/**
 * How often one address does one thing in a minute: post to a form, try to sign in. Kept in this process's memory: of several
 * processes each counts by itself.
 */
import type { Clock } from "./clock.ts";

/** `over`: to be doubted; a post is stored as spam. `refused`: not even read; welcome again in so many seconds. */
export type RateVerdict =
  | { readonly kind: "within" }
  | { readonly kind: "over" }
  | { readonly kind: "refused"; readonly retryAfterS: number };

export interface RateLimit {
  count(what: number | string, address: string | null): RateVerdict;
}

const MINUTE_MS = 60_000;
/** Above so many times the limit it is refused; until then only told. */
const REFUSED_ABOVE = 10;
/** Pairs of thing and address that are remembered; a minute in which more come begins anew. */
const MAX_REMEMBERED = 200_000;

const WITHIN: RateVerdict = { kind: "within" };
const OVER: RateVerdict = { kind: "over" };

/** @param perMinute `undefined` = off. */
export function createRateLimit(perMinute: number | undefined, clock: Clock): RateLimit {
  if (perMinute === undefined) return { count: () => WITHIN };
  let counts = new Map<string, number>();
  let minuteEndsAt = 0;
  return {
    count(what, address) {
      const now = clock.now();
      if (now >= minuteEndsAt || now < minuteEndsAt - MINUTE_MS || counts.size >= MAX_REMEMBERED) {
        counts = new Map();
        minuteEndsAt = now + MINUTE_MS;
      }
      const key = `${what} ${networkOf(address)}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count <= perMinute) return WITHIN;
      if (count <= perMinute * REFUSED_ABOVE) return OVER;
      return { kind: "refused", retryAfterS: Math.ceil((minuteEndsAt - now) / 1_000) };
    },
  };
}

/** One customer has a whole /64 of IPv6, and all its addresses are his. */
function networkOf(address: string | null): string {
  if (address === null || !address.includes(":")) return address ?? "";
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const behind = tail === "" ? 0 : tail.split(":").length;
    while (groups.length < 8 - behind && groups.length < 4) groups.push("0");
    if (groups.length < 4) groups.push(...tail.split(":"));
  }
  return groups.slice(0, 4).join(":");
}
