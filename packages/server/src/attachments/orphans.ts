/** Removes orphans: files without a row, left by deleted submissions and by posts that a crash interrupted. */
import { firstStorageKey } from "../domain/storage-key.ts";
import { ABANDONED_MS, type Storage } from "./storage.ts";

export interface FileLedger {
  /** Keys of files whose rows were deleted and that the storage may still hold. */
  removedFiles(args: { readonly limit: number }): Promise<readonly string[]>;
  clearRemovedFiles(args: { readonly storageKeys: readonly string[] }): Promise<void>;
  /** Those of the given keys that have a row. */
  referencedFiles(args: { readonly storageKeys: readonly string[] }): Promise<readonly string[]>;
  /** The key up to which the storage has been swept: no orphan has a smaller key. */
  sweptTo(): Promise<string>;
  recordSweptTo(args: { readonly key: string }): Promise<void>;
}

export interface OrphanSweepOptions {
  readonly storage: Storage;
  readonly ledger: FileLedger;
  /** Keys of files that posts of this process are uploading, from before the first byte until the row is committed. */
  readonly openFiles: ReadonlySet<string>;
  /**
   * The time since which this process is the only one that writes to the storage; `undefined` when several
   * processes share it.
   */
  readonly exclusiveSince: number | undefined;
}

export interface Swept {
  readonly removed: number;
  /** The sweep stopped at `limit`, so files are left to check. */
  readonly hasMore: boolean;
}

/** Removes at most `limit` files whose rows were deleted. @returns How many were removed. */
export async function removeDeleted(
  { storage, ledger }: Pick<OrphanSweepOptions, "storage" | "ledger">,
  limit: number,
): Promise<number> {
  const storageKeys = await ledger.removedFiles({ limit });
  for (const key of storageKeys) await storage.remove(key);
  if (storageKeys.length > 0) await ledger.clearRemovedFiles({ storageKeys });
  return storageKeys.length;
}

/**
 * Creates the sweep, which removes three kinds of files: those whose rows were deleted, unfinished ones,
 * and finished ones whose row was never committed. Each file is checked once: keys begin with a timestamp, and
 * a sweep continues where the previous one ended.
 *
 * @returns A function that checks at most `limit` files of each kind. Several processes may run it at the
 *   same time.
 */
export function createOrphanSweep({
  storage,
  ledger,
  openFiles,
  exclusiveSince,
}: OrphanSweepOptions): (now: number, limit: number) => Promise<Swept> {
  async function removeRowless(horizon: number, limit: number): Promise<Swept> {
    const before = firstStorageKey(horizon);
    const sweptTo = await ledger.sweptTo();
    // If the clock was set back, sweptTo is in the future: start from the horizon.
    const after = sweptTo < before ? sweptTo : before;
    const found = await storage.list({ after, before, limit });
    // Check open files before rows: a post commits its row before it removes its key from openFiles.
    const closed = found.filter((key) => !openFiles.has(key));
    const known = new Set(await ledger.referencedFiles({ storageKeys: closed }));
    const orphans = closed.filter((key) => !known.has(key));
    for (const key of orphans) await storage.remove(key);
    const last = found.at(-1);
    const hasMore = found.length === limit;
    const key = hasMore && last !== undefined ? last : before;
    if (key !== sweptTo) await ledger.recordSweptTo({ key });
    return { removed: orphans.length, hasMore };
  }

  return async (now, limit) => {
    const horizon = now - ABANDONED_MS;
    const deleted = await removeDeleted({ storage, ledger }, limit);
    const unfinished = await storage.dropUnfinished({
      before: exclusiveSince ?? horizon,
      isOpen: (key) => openFiles.has(key),
      limit,
    });
    const { removed, hasMore } = await removeRowless(horizon, limit);
    return {
      removed: deleted + unfinished + removed,
      hasMore: hasMore || deleted === limit || unfinished === limit,
    };
  };
}
