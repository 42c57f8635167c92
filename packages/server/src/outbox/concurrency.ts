/**
 * How many attempts one webhook may have under way: it grows with success and shrinks with failure. What
 * is claimed beyond that is prepared meanwhile and waits for its turn, so that no place stands empty
 * while the store is asked for more.
 */

const INITIAL = 2;
const MAX = 16;
/** From this cap on a webhook is trusted to end what it is given before the leases do. */
const TRUSTED = 4;
/** So many times its cap a webhook may have prepared. */
const MAX_AHEAD = 4;
/** So many times what may be open may be held, with what is still to be written down. */
export const MAX_LEASED_PER_OPEN = 2;

export interface WebhookConcurrency {
  /** What a webhook that is not known yet may claim. */
  readonly initial: number;
  /** What each known webhook has under way or before it, and what it may still claim. */
  loadOf(): Record<number, { readonly in_flight: number; readonly free: number }>;
  /** It was claimed. */
  hold(webhookId: number): void;
  /** Its attempt has ended, or none is made; what came of it is to be written down. */
  end(webhookId: number): void;
  /** Resolves when an attempt may begin; false when the process stops before that. */
  turn(webhookId: number): Promise<boolean>;
  /** Another attempt may begin. Success doubles the cap, failure halves it. */
  release(webhookId: number, isSuccess: boolean): void;
  /** It is held no longer. */
  drop(webhookId: number): void;
  /** Every webhook was offered what is due to it. */
  offered(): void;
  /**
   * The webhooks that may begin no more, or were so when something was last offered: a slot that comes
   * free is taken again a few milliseconds later, and what waits for it waits for the receiver.
   */
  full(): readonly number[];
  /** Whoever waits for a turn gets none. */
  stop(): void;
}

interface Entry {
  cap: number;
  held: number;
  /** Of those that are held: attempts to make, and under way. */
  open: number;
  sending: number;
  wasFull: boolean;
  readonly waiting: ((mayBegin: boolean) => void)[];
}

/** @param maxOpen Claims at once that have not ended, over all webhooks. */
export function createConcurrency(maxOpen: number): WebhookConcurrency {
  const known = new Map<number, Entry>();
  let isStopped = false;
  const of = (webhookId: number) => {
    const entry = known.get(webhookId) ?? {
      cap: INITIAL,
      held: 0,
      open: 0,
      sending: 0,
      wasFull: false,
      waiting: [],
    };
    known.set(webhookId, entry);
    return entry;
  };
  /** What all that are active could have under way leaves so much for each to claim beyond it. */
  const spareForEach = () => {
    const active = [...known.values()].filter(({ open }) => open > 0);
    const wanted = active.reduce((sum, { cap }) => sum + cap, 0);
    return Math.max(0, Math.floor((maxOpen - wanted) / Math.max(1, active.length)));
  };
  const beginNext = (entry: Entry) => {
    while (entry.sending < entry.cap) {
      const begin = entry.waiting.shift();
      if (begin === undefined) return;
      entry.sending += 1;
      begin(true);
    }
  };

  return {
    initial: INITIAL,
    loadOf() {
      const spare = spareForEach();
      return Object.fromEntries(
        [...known].map(([id, { cap, held, open }]) => {
          const most = cap + (cap < TRUSTED ? 0 : Math.min(cap * MAX_AHEAD, spare));
          const free = Math.min(most - open, MAX_LEASED_PER_OPEN * most - held);
          return [id, { in_flight: open, free: Math.max(0, free) }];
        }),
      );
    },
    hold(webhookId) {
      const entry = of(webhookId);
      entry.held += 1;
      entry.open += 1;
    },
    end: (webhookId) => void (of(webhookId).open -= 1),
    turn(webhookId) {
      if (isStopped) return Promise.resolve(false);
      const entry = of(webhookId);
      return new Promise((resolve) => {
        entry.waiting.push(resolve);
        beginNext(entry);
      });
    },
    release(webhookId, isSuccess) {
      const entry = of(webhookId);
      entry.wasFull ||= entry.open >= entry.cap;
      entry.sending -= 1;
      entry.cap = isSuccess ? Math.min(MAX, entry.cap * 2) : Math.max(1, Math.floor(entry.cap / 2));
      beginNext(entry);
    },
    drop(webhookId) {
      const entry = of(webhookId);
      entry.held -= 1;
    },
    stop() {
      isStopped = true;
      for (const { waiting } of known.values()) {
        for (const begin of waiting.splice(0)) begin(false);
      }
    },
    offered() {
      for (const [webhookId, entry] of known) {
        entry.wasFull = false;
        // One that is back at the start needs no memory.
        if (entry.held === 0 && entry.cap === INITIAL) known.delete(webhookId);
      }
    },
    full: () =>
      [...known].flatMap(([id, { cap, open, wasFull }]) => (wasFull || open >= cap ? id : [])),
  };
}
