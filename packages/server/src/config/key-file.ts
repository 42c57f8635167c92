/** Reads the file with the encryption keys, which by default is created in the data folder. */
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
import { parseEncryptionKeys } from "../domain/account/encryption-key.ts";
import type { Random } from "../platform/random.ts";
import { syncToDisk } from "../platform/sync-to-disk.ts";
import type { Config } from "./config.ts";
import { messageOf } from "../platform/errors.ts";

const NAME = "encryption.key";
const KEY_BYTES = 32;

/** Returns the path of the key file; `undefined` if the keys are in INTRAY_ENCRYPTION_KEY itself. */
export const keyFilePath = ({
  encryptionKeys,
  encryptionKeyFile,
  dataDir,
}: Pick<Config, "encryptionKeys" | "encryptionKeyFile" | "dataDir">): string | undefined =>
  encryptionKeyFile ?? (encryptionKeys === undefined ? join(dataDir, NAME) : undefined);

/** @throws Error with a message for the operator if the file cannot be read or contains no keys. */
export function readKeyFile(path: string): readonly Uint8Array[] {
  const parsed = parseEncryptionKeys(contentOf(path));
  if (parsed.kind === "keys") return parsed.keys;
  throw new Error(
    `The key file ${path} must contain ${parsed.problem}. Restore the right file. Nothing was changed.`,
  );
}

/**
 * Returns the keys of the key file in the data folder. At the first start the file is created, and is on the
 * disk before anything is encrypted with the key.
 *
 * @param isDry Creates no file and returns keys that are kept nowhere.
 * @param isNeeded Whether the database contains encrypted secrets, which a new key could not decrypt.
 * @throws Error as {@link readKeyFile}, or if the file is missing and {@link isNeeded} is true.
 */
export function readOrCreateKeyFile({
  dataDir,
  random,
  isNeeded,
  isDry,
}: {
  readonly dataDir: string;
  readonly random: Random;
  readonly isNeeded: boolean;
  readonly isDry: boolean;
}): readonly Uint8Array[] {
  const path = join(dataDir, NAME);
  if (!existsSync(path)) {
    if (isNeeded) {
      throw new Error(
        `The database contains encrypted secrets, but the key file ${path} is missing. Restore it from a backup, or set INTRAY_ENCRYPTION_KEY. Nothing was changed.`,
      );
    }
    if (isDry) return [random(KEY_BYTES)];
    writeDurably(path, dataDir, `${random(KEY_BYTES).toString("hex")}\n`);
  }
  return readKeyFile(path);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (cause) {
    throw new Error(
      `The key file ${path} cannot be read (${messageOf(cause)}). Give this user read permission, or set INTRAY_ENCRYPTION_KEY_FILE to another file.`,
      { cause },
    );
  }
}

/** Writes the file atomically and flushes it, so that a power failure cannot leave a part of it. */
function writeDurably(path: string, folder: string, text: string): void {
  const draft = `${path}.new`;
  const file = openSync(draft, "w", 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, path);
  syncToDisk(folder);
}
