/** Files in a folder: written under a temporary name, synced, renamed, and the folder synced. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../platform/clock.ts";
import { firstStorageKey, isStorageKey, pathOfKey } from "../domain/storage-key.ts";
import { ABANDONED_MS, noRoom, type Storage } from "./storage.ts";
import { createTurns } from "./slots.ts";

const UNFINISHED = "unfinished";
/** Twice the threads that write them, so that none has to wait. */
const MAX_PIECES_AT_ONCE = 32;
const FOLDER = /^[0-9a-f]{7}$/;

export interface DiskOptions {
  /** Made where it is missing. */
  readonly folder: string;
  /** Whether there is room for another file. */
  readonly hasRoom: () => Promise<boolean>;
  readonly clock: Clock;
}

export async function openDisk({ folder, hasRoom, clock }: DiskOptions): Promise<Storage> {
  const unfinished = join(folder, UNFINISHED);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const place = createPlaces(folder);

  return {
    turns: createTurns(MAX_PIECES_AT_ONCE),
    async write(key, content) {
      const target = filePath(folder, key);
      const temporary = join(unfinished, unfinishedName(key));
      if (!(await hasRoom())) throw noRoom();
      try {
        const written = await writeSynced(temporary, content);
        await place(temporary, target);
        return written;
      } catch (error) {
        await rm(temporary, { force: true });
        await rm(target, { force: true });
        throw isOutOfRoom(error) ? noRoom(error) : error;
      }
    },
    ...openFolder(folder),
    async remove(key) {
      const path = filePath(folder, key);
      await rm(path, { force: true });
      // A folder that nothing can be added to any more goes with its last file.
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

/** A key is a path; all that is unfinished lies in one folder. */
const unfinishedName = (key: string) => key.replace("/", "-");
const keyOf = (name: string) => name.replace("-", "/");

/** What reads the files that {@link openDisk} stored, and makes nothing where nothing is. */
export function openFolder(folder: string): Pick<Storage, "read" | "size"> {
  return {
    async read(key, range) {
      const file = await unlessMissing(open(filePath(folder, key), "r"));
      return file === undefined ? undefined : createReadStream("", { fd: file, ...range });
    },
    async size(key) {
      return (await unlessMissing(stat(filePath(folder, key))))?.size;
    },
  };
}

/** Where a key's file lies. */
export function filePath(folder: string, key: string): string {
  return join(folder, pathOfKey(key));
}

/** Puts finished files where they belong, so that they are found there after a power cut. */
function createPlaces(root: string): (temporary: string, target: string) => Promise<void> {
  /** The folder that this process saw through to the disk last: most files go to the same one. */
  let ready = "";
  return async (temporary, target) => {
    const folder = dirname(target);
    const isReady = folder === ready;
    if (!isReady) await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(temporary, target);
    await syncFolder(folder);
    if (isReady) return;
    await syncFolder(root);
    ready = folder;
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

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const isOutOfRoom = (error: unknown) => ["ENOSPC", "EDQUOT"].includes(codeOf(error));
const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";
