/** The memory of this thread. */

/**
 * Collects garbage as V8 does when memory is short: it also gives back what the young generation and
 * emptied pages held. Takes the thread for some tens of milliseconds.
 */
export async function releaseMemory(): Promise<void> {
  // Late, since a server that is never at rest has no use for it; and there are builds without it.
  const inspector = await import("node:inspector").catch(() => undefined);
  if (inspector === undefined) return;
  const session = new inspector.Session();
  session.connect();
  await new Promise<void>((resolve) => {
    session.post("HeapProfiler.collectGarbage", () => resolve());
  });
  session.disconnect();
}
