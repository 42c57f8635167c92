/** Runs something at intervals, never twice at a time. */
import type { Clock } from "./clock.ts";

export type Repeated = ReturnType<typeof repeat>;

/**
 * The first run begins `everyMs` after the start, each other one `everyMs` after the end of the last.
 *
 * @param onError Called for the error of a run, unless it is being stopped.
 */
export function repeat(
  clock: Clock,
  everyMs: number,
  run: () => Promise<void>,
  onError: (error: unknown) => void,
) {
  let isStopped = false;
  let current = Promise.resolve();
  let cancelTimer = () => {};

  async function runOnce(): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!isStopped) onError(error);
    }
    if (!isStopped) wait();
  }

  function wait(): void {
    cancelTimer = clock.after(everyMs, () => {
      current = runOnce();
    });
  }

  return {
    /** A long run should end. */
    isStopped: () => isStopped,
    start() {
      isStopped = false;
      wait();
    },
    /** Resolves when the current run has ended. */
    async stop() {
      isStopped = true;
      cancelTimer();
      await current;
    },
  };
}
