/** Limits how many callers do something at the same time; the others wait, first come, first served. */
export type Semaphore = ReturnType<typeof createSemaphore>;

export function createSemaphore(slots: number) {
  let free = slots;
  const waiting: (() => void)[] = [];
  return {
    /** Resolves once a slot is free; the caller holds it until {@link release}. */
    async acquire() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
    },
    release() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}
