/** Bounds how many pieces of expensive work run at once, and how many wait. */

export interface Turns {
  /** Runs `work` when it is its turn. Returns `undefined` without running it if too many wait already. */
  take<T>(work: () => Promise<T>): Promise<T> | undefined;
}

export function createTurns({
  atOnce,
  maxWaiting,
}: {
  readonly atOnce: number;
  readonly maxWaiting: number;
}): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next one takes over this place.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }
  return {
    take: (work) => (running >= atOnce && waiting.length >= maxWaiting ? undefined : run(work)),
  };
}
