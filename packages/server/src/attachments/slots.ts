/** So many may do something at once; who comes later waits, in the order of coming. */
export interface Turns {
  /** Resolves when it is one's turn, which lasts until {@link end}. */
  take(): Promise<void>;
  /** Ends one turn that was taken. */
  end(): void;
}

export function createTurns(most: number): Turns {
  let free = most;
  const waiting: (() => void)[] = [];
  return {
    async take() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
    },
    end() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}
