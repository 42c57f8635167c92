/**
 * Hashes and their times in flat arrays. A Map of a million strings is walked by every collection of
 * garbage, and the writer stands still meanwhile; these arrays hold nothing to walk.
 */

const FIRST_SLOTS = 1_024;
const NEVER = -Infinity;

export interface TimeTable {
  readonly size: number;
  /** The time of a hash; -Infinity when it is not there. */
  get(hash: string): number;
  set(hash: string, at: number): void;
}

/**
 * Takes hashes as hex, of which the first sixteen digits count: among a million, two that agree in
 * these 64 bits come up once in 37 million tables.
 */
export function createTimeTable(): TimeTable {
  let slots = FIRST_SLOTS;
  let keys = new Uint32Array(slots * 2);
  let times = new Float64Array(slots).fill(NEVER);
  let size = 0;

  /** Where a key is, or the empty slot where it belongs. At most half are taken, so there is one. */
  function slotOf(high: number, low: number): number {
    let slot = low & (slots - 1);
    while (times[slot] !== NEVER && (keys[slot * 2] !== high || keys[slot * 2 + 1] !== low)) {
      slot = (slot + 1) & (slots - 1);
    }
    return slot;
  }

  function put(high: number, low: number, at: number): void {
    const slot = slotOf(high, low);
    if (times[slot] === NEVER) size += 1;
    keys[slot * 2] = high;
    keys[slot * 2 + 1] = low;
    times[slot] = at;
  }

  function grow(): void {
    const [oldKeys, oldTimes] = [keys, times];
    slots *= 2;
    keys = new Uint32Array(slots * 2);
    times = new Float64Array(slots).fill(NEVER);
    size = 0;
    for (const [slot, at] of oldTimes.entries()) {
      if (at !== NEVER) put(oldKeys[slot * 2] ?? 0, oldKeys[slot * 2 + 1] ?? 0, at);
    }
  }

  return {
    get size() {
      return size;
    },
    get: (hash) => times[slotOf(high32(hash), low32(hash))] ?? NEVER,
    set(hash, at) {
      if (size * 2 >= slots) grow();
      put(high32(hash), low32(hash), at);
    },
  };
}

const high32 = (hash: string) => Number.parseInt(hash.slice(0, 8), 16);
const low32 = (hash: string) => Number.parseInt(hash.slice(8, 16), 16);
