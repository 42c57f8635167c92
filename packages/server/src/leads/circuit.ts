/** Stops asking a model that is down: every lead would wait out its deadline for nothing. */

export interface Circuit {
  /** How many questions may begin now, besides those under way. */
  mayAsk(now: number, underWay: number): number;
  /** When it may be asked again; `undefined` when it may be now. */
  closedUntil(now: number): number | undefined;
  succeeded(): void;
  /** @param retryAfterMs What it asked for itself. */
  failed(now: number, retryAfterMs: number | undefined): void;
}

const FAILURES_THAT_OPEN = 3;
const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 300_000;

/** @param most Questions under way at once. */
export function createCircuit(most: number): Circuit {
  let failures = 0;
  let pauseUntil = 0;
  const isSuspect = () => failures >= FAILURES_THAT_OPEN;
  return {
    mayAsk(now, underWay) {
      if (now < pauseUntil) return 0;
      // After a pause one question tells whether it is back.
      return Math.max(0, (isSuspect() ? 1 : most) - underWay);
    },
    closedUntil: (now) => (now < pauseUntil ? pauseUntil : undefined),
    succeeded() {
      failures = 0;
      pauseUntil = 0;
    },
    failed(now, retryAfterMs) {
      failures += 1;
      const doubled = FIRST_PAUSE_MS * 2 ** Math.min(10, failures - FAILURES_THAT_OPEN);
      const pause = Math.max(isSuspect() ? doubled : 0, retryAfterMs ?? 0);
      pauseUntil = Math.max(pauseUntil, now + Math.min(MAX_PAUSE_MS, pause));
    },
  };
}
