/** How many attempts one webhook may have under way: it grows with success and shrinks with failure. */

const INITIAL = 2;
const MOST = 16;

export interface Caps {
  /** Of a webhook that is not known yet. */
  readonly initial: number;
  /** What each known webhook has under way, and what it may still begin. */
  loadOf(): Record<number, { readonly in_flight: number; readonly free: number }>;
  begin(webhookId: number): void;
  /** Success doubles the cap, failure halves it. */
  end(webhookId: number, isSuccess: boolean): void;
  /** Every webhook was offered what is due to it. */
  offered(): void;
  /**
   * The webhooks that may begin no more, or were so when something was last offered: a slot that comes
   * free is taken again a few milliseconds later, and what waits for it waits for the receiver.
   */
  full(): readonly number[];
}

export function createCaps(): Caps {
  const known = new Map<number, { cap: number; inFlight: number; wasFull: boolean }>();
  const of = (webhookId: number) => {
    const entry = known.get(webhookId) ?? { cap: INITIAL, inFlight: 0, wasFull: false };
    known.set(webhookId, entry);
    return entry;
  };
  return {
    initial: INITIAL,
    loadOf: () =>
      Object.fromEntries(
        [...known].map(([id, { cap, inFlight }]) => [
          id,
          { in_flight: inFlight, free: Math.max(0, cap - inFlight) },
        ]),
      ),
    begin: (webhookId) => void (of(webhookId).inFlight += 1),
    end(webhookId, isSuccess) {
      const entry = of(webhookId);
      entry.wasFull ||= entry.inFlight >= entry.cap;
      entry.inFlight -= 1;
      entry.cap = isSuccess
        ? Math.min(MOST, entry.cap * 2)
        : Math.max(1, Math.floor(entry.cap / 2));
    },
    offered() {
      for (const [webhookId, entry] of known) {
        entry.wasFull = false;
        // One that is back at the start needs no memory.
        if (entry.inFlight === 0 && entry.cap === INITIAL) known.delete(webhookId);
      }
    },
    full: () =>
      [...known].flatMap(([id, { cap, inFlight, wasFull }]) =>
        wasFull || inFlight >= cap ? id : [],
      ),
  };
}
