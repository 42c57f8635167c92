/** Opens the storage of uploaded files and connects it to the database, which records their keys. */
import { discardDeleted } from "../attachments/discard.ts";
import { openDisk } from "../attachments/disk.ts";
import { folderMarker } from "../attachments/folder-marker.ts";
import { watchFreeDisk } from "../attachments/free-disk.ts";
import { type MarkedStorage, matchInstallation } from "../attachments/installation-marker.ts";
import { createOrphanSweep, type FileLedger, removeDeleted } from "../attachments/orphans.ts";
import { reachBucket } from "../attachments/s3-bucket.ts";
import { openS3 } from "../attachments/s3.ts";
import type { Storage } from "../attachments/storage.ts";
import type { Clock } from "../platform/clock.ts";
import type { AttachmentsConfig, Config } from "../config/config.ts";
import type { Ids } from "../domain/ids.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";

/** @throws Error with a message for the operator. */
export async function openFiles({
  config: { attachments, database, minFreeDisk },
  store,
  clock,
  ids,
  log,
}: {
  readonly config: Pick<Config, "attachments" | "database" | "minFreeDisk">;
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}) {
  const { storage, marker } = await openStorage(attachments, minFreeDisk, { clock, log });
  try {
    await matchInstallation(marker, ids.installationMark(), (mark) =>
      store.writes.claimInstallation({ mark }),
    );
  } catch (error) {
    storage.close();
    throw error;
  }
  const ledger: FileLedger = {
    removedFiles: (args) => store.reads.removedFiles(args),
    clearRemovedFiles: (args) => store.writes.clearRemovedFiles(args),
    referencedFiles: (args) => store.reads.referencedFiles(args),
    sweptTo: () => store.reads.fileSweepPosition({}),
    recordSweptTo: (args) => store.writes.recordFileSweep(args),
  };
  const openKeys = new Set<string>();
  const sweepOrphans = createOrphanSweep({
    storage,
    ledger,
    openFiles: openKeys,
    exclusiveSince: database.kind === "sqlite" ? clock.now() : undefined,
  });
  return {
    storage,
    /** Keys of files of posts in progress, which the sweep must not remove. */
    openFiles: openKeys,
    discardFiles: (keys: readonly string[]) => discardDeleted(keys, { storage, ledger, log }),
    /** Removes up to `limit` files that an earlier call could not remove; returns how many. */
    removeDeleted: (limit: number) => removeDeleted({ storage, ledger }, limit),
    /** Removes files without a row. Checks up to `limit` files of each kind. */
    sweepOrphans,
    /** Call when no post and no sweep is in progress. */
    close: () => storage.close(),
  };
}

async function openStorage(
  attachments: AttachmentsConfig,
  minFreeDisk: number,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<{ readonly storage: Storage; readonly marker: MarkedStorage }> {
  if (attachments.kind === "s3") {
    const bucket = await reachBucket(attachments);
    const storage = openS3(bucket, log);
    return { storage, marker: storage.marker };
  }
  const { folder } = attachments;
  const hasFreeSpace = watchFreeDisk(folder, minFreeDisk, clock);
  const storage = await openDisk({ folder, hasFreeSpace, clock });
  return { storage, marker: folderMarker(folder) };
}

/** Reads the bytes of all files of a form, or of an account. */
export const readFileBytes =
  (store: Pick<Store, "reads">) => async (kind: "form" | "account", id: number) =>
    kind === "form"
      ? store.reads.formFileBytes({ form_id: id })
      : (await store.reads.fileTotal({ account_id: id })).bytes;
