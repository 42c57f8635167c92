/** Removes files that no submission uses, right after the submission failed or was deleted. */
import type { Log } from "../platform/log.ts";
import type { FileLedger } from "./orphans.ts";
import type { Storage } from "./storage.ts";

type Parts = { readonly storage: Storage; readonly log: Log };

/** Removes files that have no row yet. Never rejects: the orphan sweep removes what stays behind. */
export async function discard(keys: readonly string[], { storage, log }: Parts): Promise<void> {
  await attempt(log, async () => {
    for (const key of keys) await storage.remove(key);
  });
}

/** Removes files whose rows were deleted, and clears them from the ledger. Never rejects. */
export async function discardDeleted(
  keys: readonly string[],
  { storage, ledger, log }: Parts & { readonly ledger: Pick<FileLedger, "clearRemovedFiles"> },
): Promise<void> {
  if (keys.length === 0) return;
  await attempt(log, async () => {
    for (const key of keys) await storage.remove(key);
    await ledger.clearRemovedFiles({ storageKeys: keys });
  });
}

async function attempt(log: Log, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.warn({ err: error }, "Could not remove a file from the storage; the orphan sweep retries.");
  }
}
