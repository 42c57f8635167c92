/** The file that holds the encryption keys: one that is named, or one made once in the data folder. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { parseEncryptionKeys } from "../domain/encryption-key.ts";
import type { Random } from "../platform/random.ts";
import { syncToDisk } from "../platform/sync-to-disk.ts";

const NAME = "encryption.key";
const KEY_BYTES = 32;

/** The key file of a server; `undefined` when its key was given as such. */
export function keyFileOf({
  encryptionKeys,
  encryptionKeyFile,
  dataDir,
}: {
  readonly encryptionKeys: readonly Uint8Array[] | undefined;
  readonly encryptionKeyFile: string | undefined;
  readonly dataDir: string;
}): string | undefined {
  return encryptionKeys === undefined ? (encryptionKeyFile ?? join(dataDir, NAME)) : undefined;
}

/** @throws Error naming the file and what to do when it cannot be read or holds no keys. */
export function readKeyFile(path: string): readonly Uint8Array[] {
  const parsed = parseEncryptionKeys(contentOf(path));
  if (parsed.kind === "keys") return parsed.keys;
  throw new Error(
    `The key file ${path} must hold ${parsed.problem}. Put the right file back; nothing was changed.`,
  );
}

/**
 * The key of this data folder. The first time it is made, on the disk before anything is sealed with it.
 *
 * @param isNeeded Whether something is sealed already, so that a fresh key would open nothing.
 * @throws Error as {@link readKeyFile}, and when the file of a database with sealed secrets is gone.
 */
export async function ownKeys({
  dataDir,
  random,
  isNeeded,
}: {
  readonly dataDir: string;
  readonly random: Random;
  readonly isNeeded: () => Promise<boolean>;
}): Promise<readonly Uint8Array[]> {
  const path = join(dataDir, NAME);
  if (!existsSync(path)) {
    if (await isNeeded()) {
      throw new Error(
        `The secrets in the database are sealed, and the key file ${path} is gone. Put it back from a backup, or give the key as INTRAY_ENCRYPTION_KEY; nothing was changed.`,
      );
    }
    writeDurably(path, dataDir, `${random(KEY_BYTES).toString("hex")}\n`);
  }
  return readKeyFile(path);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The key file ${path} cannot be read (${detail}). Let this user read it, or name another with INTRAY_ENCRYPTION_KEY_FILE.`,
      { cause },
    );
  }
}

/** Whole or not there at all, whenever the power goes. */
function writeDurably(path: string, folder: string, text: string): void {
  const draft = `${path}.new`;
  const file = openSync(draft, "w", 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  syncToDisk(folder);
}
