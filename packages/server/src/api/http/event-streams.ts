/** Who follows events at the moment: how many may, what wakes them, and how all of them end. */
import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../domain/errors.ts";

const MAX_STREAMS = 200;
const MAX_OF_A_KEY = 20;
/** What a stream may take for its last words. */
const GRACE_MS = 1_000;
const RETRY_AFTER = { headers: { "Retry-After": "15" } };

export interface EventStreams {
  /** Something was committed: whoever waits looks. */
  ring(): void;
  /**
   * @param cut Breaks the connection off.
   * @throws AppError `rate_limited`, `overloaded`, or `draining` once it is closed.
   */
  join(key_id: number, cut: () => void): Follower;
  /** Asks every stream to end, cuts those off that take nothing, and resolves when all have ended. */
  close(): Promise<void>;
}

export interface Follower {
  /** The stream is to end: the server stops, or its reader is gone. */
  readonly isEnding: boolean;
  /** Resolves when rung since the last time, after `ms`, or when the stream is to end. */
  wait(ms: number): Promise<void>;
  /** Resolves after `ms`, or when the stream is to end. */
  pause(ms: number): Promise<void>;
  /** The reader is gone. */
  leave(): void;
  /** The reader is there and takes nothing. */
  cut(): void;
  /** The stream has ended. Its place is free. */
  free(): void;
}

export function createEventStreams(clock: Clock): EventStreams {
  const followers = new Map<Place, PromiseWithResolvers<void>>();
  let isClosed = false;
  return {
    ring() {
      for (const place of followers.keys()) place.ring();
    },
    join(key_id, cut) {
      if (isClosed)
        throw new AppError(
          "draining",
          "The server is stopping; connect again in a moment.",
          RETRY_AFTER,
        );
      if (followers.size >= MAX_STREAMS) {
        throw new AppError(
          "overloaded",
          `This server has ${MAX_STREAMS} streams of events open, the most that it serves. Try again in a moment.`,
          RETRY_AFTER,
        );
      }
      const own = [...followers.keys()].filter((place) => place.key_id === key_id).length;
      if (own >= MAX_OF_A_KEY) {
        throw new AppError(
          "rate_limited",
          `This key has ${MAX_OF_A_KEY} streams of events open, the most that one key may have. Close one, or use another key.`,
          RETRY_AFTER,
        );
      }
      const ended = Promise.withResolvers<void>();
      const place = createPlace(key_id, clock, cut, () => {
        followers.delete(place);
        ended.resolve();
      });
      followers.set(place, ended);
      return place;
    },
    async close() {
      isClosed = true;
      const all = [...followers];
      for (const [place] of all) place.leave();
      const forget = clock.after(GRACE_MS, () => all.forEach(([place]) => place.cut()));
      await Promise.all(all.map(([, { promise }]) => promise));
      forget();
    },
  };
}

interface Place extends Follower {
  readonly key_id: number;
  ring(): void;
}

function createPlace(key_id: number, clock: Clock, cut: () => void, onFree: () => void): Place {
  let isRung = false;
  let isEnding = false;
  let wake = () => {};

  async function sleep(ms: number, isOver: () => boolean): Promise<void> {
    if (isOver() || ms <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const forget = clock.after(ms, resolve);
    wake = () => {
      if (isOver()) resolve();
    };
    await promise;
    forget();
    wake = () => {};
  }

  return {
    key_id,
    get isEnding() {
      return isEnding;
    },
    async wait(ms) {
      await sleep(ms, () => isRung || isEnding);
      isRung = false;
    },
    pause: (ms) => sleep(ms, () => isEnding),
    ring() {
      isRung = true;
      wake();
    },
    leave() {
      isEnding = true;
      wake();
    },
    cut() {
      isEnding = true;
      wake();
      cut();
    },
    free: onFree,
  };
}
