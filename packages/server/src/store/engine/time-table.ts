/**
 * A hash table from content hashes to times, in flat arrays. The garbage collector would traverse a Map
 * of a million strings each time and stop the writer meanwhile; it does not traverse typed arrays.
 */

const FIRST_SLOTS = 1_024;
const NEVER = -Infinity;

export type TimeTable = ReturnType<typeof createTimeTable>;

/**
 * Uses the first sixteen hex digits of a hash. Among a million hashes, two agree in these 64 bits in one
 * of 37 million tables.
 */
export function createTimeTable() {
  let slots = FIRST_SLOTS;
  let keys = new Uint32Array(slots * 2);
  let times = new Float64Array(slots).fill(NEVER);
  let size = 0;

  /** The slot of a key, or the empty slot for it. At most three quarters of the slots are used, so one exists. */
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
    /** The time of a hash; -Infinity if it is unknown. */
    get: (hash: string) => times[slotOf(high32(hash), low32(hash))] ?? NEVER,
    set(hash: string, at: number) {
      if (size * 4 >= slots * 3) grow();
      put(high32(hash), low32(hash), at);
    },
  };
}

const high32 = (hash: string) => Number.parseInt(hash.slice(0, 8), 16);
const low32 = (hash: string) => Number.parseInt(hash.slice(8, 16), 16);
