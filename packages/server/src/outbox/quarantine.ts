/** When a delivery that kept losing its worker may go alone, without starving the others. */

/** What a claim found: none that has to go alone, one that waits for the others to end, or one that began. */
export type Found = "none" | "waiting" | "begun";

export interface Quarantine {
  /** A delivery that goes alone is under way: nothing else begins. */
  readonly isUnderWay: boolean;
  mayBegin(now: number): boolean;
  /** How long the others still have their time; `Infinity` when it is over. */
  opensInMs(now: number): number;
  note(found: Found, now: number): void;
  /** The others have nothing to do with their time. */
  open(): void;
  /** An attempt has ended; when it was the one that went alone, the others get their time. */
  end(now: number): void;
}

/** The others get so many times the time that one alone took, waiting for the others included. */
const SHARE_OF_OTHERS = 3;

export function createQuarantine(): Quarantine {
  let since: number | undefined;
  let isUnderWay = false;
  let closedUntil = 0;
  return {
    get isUnderWay() {
      return isUnderWay;
    },
    mayBegin: (now) => now >= closedUntil,
    opensInMs: (now) => (now >= closedUntil ? Infinity : closedUntil - now),
    note(found, now) {
      since = found === "none" ? undefined : (since ?? now);
      isUnderWay = found === "begun";
    },
    open() {
      closedUntil = 0;
    },
    end(now) {
      if (!isUnderWay || since === undefined) return;
      closedUntil = now + SHARE_OF_OTHERS * (now - since);
      since = undefined;
      isUnderWay = false;
    },
  };
}
