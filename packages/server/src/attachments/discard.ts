/** Files that are not wanted any more, forgotten at once where that is possible. */
import type { Log } from "../platform/log.ts";
import type { FileLedger } from "./orphans.ts";
import type { Storage } from "./storage.ts";

interface Parts {
  readonly storage: Storage;
  readonly log: Log;
}

/** Never rejects: what the storage does not forget now, the sweep of orphans finds. */
export async function discard(keys: readonly string[], { storage, log }: Parts): Promise<void> {
  await attempt(log, async () => {
    for (const key of keys) await storage.remove(key);
  });
}

/** The same for files whose rows were deleted, which the database remembers until they are gone. */
export async function discardDeleted(
  keys: readonly string[],
  { storage, ledger, log }: Parts & { readonly ledger: Pick<FileLedger, "forgetRemovedFiles"> },
): Promise<void> {
  if (keys.length === 0) return;
  await attempt(log, async () => {
    for (const key of keys) await storage.remove(key);
    await ledger.forgetRemovedFiles({ storage_keys: keys });
  });
}

async function attempt(log: Log, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.warn({ err: error }, "A file could not be removed from the storage; the sweep will do it.");
  }
}
