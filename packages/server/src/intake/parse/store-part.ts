/** Streams one file of a multipart body into the storage. */
import type { Storage } from "../../attachments/storage.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Ids } from "../../domain/ids.ts";
import type { NewAttachment } from "../../store/submissions/new-submission.ts";

export interface StoringParts {
  readonly storage: Storage;
  /** Keys of files that have no row yet and must not be swept; the caller removes them after the commit. */
  readonly openFiles: Set<string>;
  readonly ids: Ids;
  readonly clock: Clock;
}

export type StoredPart = Pick<NewAttachment, "file_size" | "sha256" | "storage_key">;

/**
 * Resolves once the file is stored; its key is then in `openFiles`. When it rejects, neither is the case.
 *
 * @param content As for {@link Storage.write}.
 */
export async function storePart(
  content: AsyncIterable<Uint8Array>,
  { storage, openFiles, ids, clock }: StoringParts,
): Promise<StoredPart> {
  const storage_key = ids.storageKey(clock.now());
  openFiles.add(storage_key);
  try {
    const { size, sha256 } = await storage.write(storage_key, content);
    return { file_size: size, sha256: sha256.toString("hex"), storage_key };
  } catch (error) {
    openFiles.delete(storage_key);
    throw error;
  }
}
