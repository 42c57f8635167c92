/** Files that no row names: of deleted submissions, and of posts that a crash ended. */
import { firstStorageKey } from "../domain/storage-key.ts";
import { ABANDONED_MS, type Storage } from "./storage.ts";

/** What the database knows of files. */
export interface FileLedger {
  /** Keys of files whose rows were deleted, and which may still lie in the storage. */
  removedFiles(args: { readonly limit: number }): Promise<readonly string[]>;
  forgetRemovedFiles(args: { readonly storage_keys: readonly string[] }): Promise<void>;
  /** Those of the keys that a row names. */
  knownFiles(args: { readonly storage_keys: readonly string[] }): Promise<readonly string[]>;
  /** No orphan lies before this key. */
  sweptTo(): Promise<string>;
  noteSweptTo(args: { readonly key: string }): Promise<void>;
}

export interface OrphanSweepOptions {
  readonly storage: Storage;
  readonly ledger: FileLedger;
  /** Keys of the posts under way in this process, from before their first byte until their row is there. */
  readonly openFiles: ReadonlySet<string>;
  /** From when on this process may have written to the storage; `undefined` when others write to it too. */
  readonly aloneSince: number | undefined;
}

export interface Swept {
  readonly forgotten: number;
  /** There is more to look at: `limit` ended this, not the last file. */
  readonly hasMore: boolean;
}

/** Removes at most `limit` files whose rows were deleted, and answers how many. */
export async function removeDeleted(
  { storage, ledger }: Pick<OrphanSweepOptions, "storage" | "ledger">,
  limit: number,
): Promise<number> {
  const storage_keys = await ledger.removedFiles({ limit });
  for (const key of storage_keys) await storage.remove(key);
  if (storage_keys.length > 0) await ledger.forgetRemovedFiles({ storage_keys });
  return storage_keys.length;
}

/**
 * Forgets files without a row, in three places: those whose rows were deleted, those left half stored,
 * and those that were stored while their row never came. Each file is looked at once in its life: keys
 * begin with their time, and the sweep goes on where the last one ended.
 *
 * @returns What looks at `limit` files of each place at most. Several processes may run it at the same time.
 */
export function createOrphanSweep({
  storage,
  ledger,
  openFiles,
  aloneSince,
}: OrphanSweepOptions): (now: number, limit: number) => Promise<Swept> {
  async function removeRowless(horizon: number, limit: number): Promise<Swept> {
    const before = firstStorageKey(horizon);
    const sweptTo = await ledger.sweptTo();
    // A clock that was ahead for a while must not keep the sweep from what came after.
    const after = sweptTo < before ? sweptTo : before;
    const found = await storage.list({ after, before, limit });
    // In this order: a post that ends meanwhile has its row before its file is no longer open.
    const closed = found.filter((key) => !openFiles.has(key));
    const known = new Set(await ledger.knownFiles({ storage_keys: closed }));
    const orphans = closed.filter((key) => !known.has(key));
    for (const key of orphans) await storage.remove(key);
    const last = found.at(-1);
    const hasMore = found.length === limit;
    const key = hasMore && last !== undefined ? last : before;
    if (key !== sweptTo) await ledger.noteSweptTo({ key });
    return { forgotten: orphans.length, hasMore };
  }

  return async (now, limit) => {
    const horizon = now - ABANDONED_MS;
    const deleted = await removeDeleted({ storage, ledger }, limit);
    const unfinished = await storage.dropUnfinished({
      before: aloneSince ?? horizon,
      isOpen: (key) => openFiles.has(key),
      limit,
    });
    const { forgotten, hasMore } = await removeRowless(horizon, limit);
    return {
      forgotten: deleted + unfinished + forgotten,
      hasMore: hasMore || deleted === limit || unfinished === limit,
    };
  };
}
