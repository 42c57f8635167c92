/** Releases memory of this thread. */

/**
 * Runs the garbage collection that V8 runs when memory is short, which also releases the young generation
 * and empty pages. Blocks the thread for some tens of milliseconds.
 */
export async function releaseMemory(): Promise<void> {
  // Imported on first use, since a busy server never needs it; some builds of Node lack the module.
  const inspector = await import("node:inspector").catch(() => undefined);
  if (inspector === undefined) return;
  const session = new inspector.Session();
  session.connect();
  await new Promise<void>((resolve) => {
    session.post("HeapProfiler.collectGarbage", () => resolve());
  });
  session.disconnect();
}

/** Detaches the memory, unless the buffer is a slice of a larger one that other code still uses. */
export function releaseBuffer({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
