/** Whether API keys have expired, also while the clock is wrong. */
import { type Clock, msBetween } from "../../platform/clock.ts";

interface Expiring {
  readonly id: number;
  /** Milliseconds since the epoch; `null`: never. */
  readonly expires_at: number | null;
}

export type KeyExpiry = ReturnType<typeof createKeyExpiry>;

/** A clock that is set back makes no key valid again. */
export function createKeyExpiry(clock: Clock) {
  const start = { wallMs: clock.now(), at: clock.monotonic() };
  const expired = new Set<number>();
  const now = () =>
    Math.max(clock.now(), Math.floor(start.wallMs + msBetween(start.at, clock.monotonic())));
  return {
    /**
     * The time by which keys expire, in milliseconds since the epoch: the wall time, but at least the time that it
     * would be had the clock not been set since the start.
     */
    now,
    /** Whether a key has expired. A key that had expired once has expired for this process. */
    hasExpired({ id, expires_at }: Expiring) {
      if (expires_at === null) return false;
      if (now() >= expires_at) expired.add(id);
      return expired.has(id);
    },
  };
}
