/** Many attempts that one signal can abort. */

/**
 * Returns a function that calls `stop` when a signal is aborted, until its own result is called. It adds one
 * listener to each signal, however many attempts the signal can abort.
 */
export function createAbortListeners(): (signal: AbortSignal, stop: () => void) => () => void {
  const stopsBySignal = new WeakMap<AbortSignal, Set<() => void>>();
  return (signal, stop) => {
    let stops = stopsBySignal.get(signal);
    if (stops === undefined) {
      const all = new Set<() => void>();
      stops = all;
      stopsBySignal.set(signal, all);
      signal.addEventListener("abort", () => {
        for (const one of all) one();
      });
    }
    stops.add(stop);
    return () => void stops.delete(stop);
  };
}
