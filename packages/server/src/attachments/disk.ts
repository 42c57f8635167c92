/** Stores files in a folder: writes a temporary file, syncs it, renames it and syncs the folder. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../platform/clock.ts";
import { codeOf, Outage, outageOfSystemError } from "../domain/outage.ts";
import { firstStorageKey, isStorageKey, pathOfKey } from "../domain/storage-key.ts";
import { createSemaphore } from "./semaphore.ts";
import { ABANDONED_MS, type Storage, storageFull } from "./storage.ts";

const UNFINISHED = "unfinished";
/** Twice the threads that write pieces, so that no thread is idle while pieces are available. */
const MAX_CONCURRENT_PIECES = 32;
const FOLDER = /^[0-9a-f]{7}$/;

export interface DiskOptions {
  /** Created if it is missing. */
  readonly folder: string;
  readonly hasFreeSpace: () => Promise<boolean>;
  readonly clock: Clock;
}

export async function openDisk({ folder, hasFreeSpace, clock }: DiskOptions): Promise<Storage> {
  const unfinished = join(folder, UNFINISHED);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const moveSynced = createSyncedMove(folder);

  return {
    writeSlots: createSemaphore(MAX_CONCURRENT_PIECES),
    async write(key, content) {
      const target = filePath(folder, key);
      const temporary = join(unfinished, unfinishedName(key));
      if (!(await hasFreeSpace())) throw storageFull();
      try {
        const written = await writeSynced(temporary, content);
        await moveSynced(temporary, target);
        return written;
      } catch (error) {
        // A read-only disk rejects this too; the sweep removes what is left.
        for (const path of [temporary, target]) {
          await rm(path, { force: true }).catch(() => undefined);
        }
        throw explain(error);
      }
    },
    ...openFolder(folder),
    async remove(key) {
      const path = filePath(folder, key);
      await rm(path, { force: true });
      // No upload can add a file to an old folder, so it is removed with its last file.
      const isOld = isStorageKey(key) && key < firstStorageKey(clock.now() - ABANDONED_MS);
      if (isOld) await rmdir(dirname(path)).catch(() => undefined);
    },
    async list({ after, before, limit }) {
      const keys: string[] = [];
      const folders = (await readdir(folder)).filter(
        (name) => FOLDER.test(name) && name >= dirname(after) && name <= dirname(before),
      );
      for (const name of folders.toSorted()) {
        const files = (await unlessMissing(readdir(join(folder, name)))) ?? [];
        for (const file of files.toSorted()) {
          const key = `${name}/${file}`;
          if (isStorageKey(key) && key > after && key < before) keys.push(key);
          if (keys.length === limit) return keys;
        }
      }
      return keys;
    },
    async dropUnfinished({ before, isOpen, limit }) {
      let dropped = 0;
      for (const name of await readdir(unfinished)) {
        if (dropped === limit) break;
        const path = join(unfinished, name);
        const touchedAt = (await unlessMissing(stat(path)))?.mtimeMs;
        if (touchedAt === undefined || touchedAt >= before || isOpen(keyOf(name))) continue;
        await rm(path, { recursive: true, force: true });
        dropped += 1;
      }
      return dropped;
    },
    close: () => undefined,
  };
}

/** A key is a path with one slash; unfinished files share one flat folder. */
const unfinishedName = (key: string) => key.replace("/", "-");
const keyOf = (name: string) => name.replace("-", "/");

/** Reads the files that {@link openDisk} stored. Creates no folder. */
export const openFolder = (folder: string): Pick<Storage, "read" | "size"> => ({
  async read(key, range) {
    const file = await unlessMissing(open(filePath(folder, key), "r")).catch(rejectExplained);
    return file === undefined ? undefined : createReadStream("", { fd: file, ...range });
  },
  async size(key) {
    return (await unlessMissing(stat(filePath(folder, key))).catch(rejectExplained))?.size;
  },
});

export const filePath = (folder: string, key: string): string => join(folder, pathOfKey(key));

/** Returns a function that renames a finished file so that the new name survives a power cut. */
function createSyncedMove(root: string): (temporary: string, target: string) => Promise<void> {
  /** The folder that was last created and synced; consecutive files mostly share one. */
  let syncedFolder = "";
  return async (temporary, target) => {
    const folder = dirname(target);
    const isSynced = folder === syncedFolder;
    if (!isSynced) await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(temporary, target);
    await syncFolder(folder);
    if (isSynced) return;
    await syncFolder(root);
    syncedFolder = folder;
  };
}

async function writeSynced(path: string, content: AsyncIterable<Uint8Array>) {
  const sha256 = createHash("sha256");
  let size = 0;
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of content) {
      sha256.update(chunk);
      size += chunk.byteLength;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: sha256.digest() };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Resolves to `undefined` if the file or folder does not exist. */
async function unlessMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The error for the sender; an error that is no outage is returned as it is. */
function explain(error: unknown): unknown {
  const outage = outageOfSystemError(error);
  if (outage === "disk_full") return storageFull(error);
  return outage === undefined ? error : new Outage(outage, { cause: error });
}

function rejectExplained(error: unknown): never {
  throw explain(error);
}
