/** The encryption keys of a server: from its settings, from a file, or from a file that it creates. */
import type { Config } from "../config/config.ts";
import { readKeyFile, readOrCreateKeyFile } from "../config/key-file.ts";
import type { Random } from "../platform/random.ts";
import { hasEncryptedSecrets } from "../store/encrypt-at-rest.ts";

/**
 * The first key encrypts, all of them decrypt.
 *
 * @throws Error with a sentence for the operator.
 */
export async function keysFor(
  { encryptionKeys, encryptionKeyFile, dataDir, database }: Config,
  random: Random,
): Promise<readonly Uint8Array[]> {
  if (encryptionKeys !== undefined) return encryptionKeys;
  if (encryptionKeyFile !== undefined) return readKeyFile(encryptionKeyFile);
  if (database.kind === "postgres")
    throw new Error("With PostgreSQL the encryption key must be set.");
  return readOrCreateKeyFile({
    dataDir,
    random,
    isNeeded: () => hasEncryptedSecrets(database.file),
  });
}
