/** Files in a folder: written under a temporary name, synced, renamed, and the folder synced. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Storage } from "./storage.ts";

const UNFINISHED = "unfinished";
const KEY = /^[0-9a-f]{32}$/;

/** No upload takes so long. */
const ABANDONED_MS = 24 * 3_600 * 1_000;

/**
 * Opens `folder`, making it where it is missing, and drops what a crash left unfinished.
 *
 * @param sharedAt The time, in milliseconds since the epoch, when other processes write to the folder
 *   as well: then only what nobody can be writing any more is dropped.
 */
export async function openDisk(folder: string, sharedAt?: number): Promise<Storage> {
  const unfinished = join(folder, UNFINISHED);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    if (sharedAt === undefined || (await age(path, sharedAt)) > ABANDONED_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }

  return {
    async write(key, content) {
      const target = filePath(folder, key);
      const temporary = join(unfinished, key);
      try {
        const written = await writeSynced(temporary, content);
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(temporary, target);
        await syncFolder(dirname(target));
        await syncFolder(folder);
        return written;
      } catch (error) {
        await rm(temporary, { force: true });
        await rm(target, { force: true });
        throw error;
      }
    },
    async read(key, range) {
      const file = await open(filePath(folder, key), "r");
      return createReadStream("", { fd: file, ...range });
    },
    remove: (key) => rm(filePath(folder, key), { force: true }),
  };
}

/** In milliseconds; 0 when another process has finished it meanwhile. */
async function age(path: string, now: number): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? 0 : now - found.mtimeMs;
}

/** Where `openDisk(folder)` keeps a key. Two levels, so that no folder grows large. */
export function filePath(folder: string, key: string): string {
  if (!KEY.test(key)) throw new Error(`${key} is no storage key.`);
  return join(folder, key.slice(0, 2), key.slice(2));
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
