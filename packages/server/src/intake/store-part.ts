/** One file of a multipart body, from its first byte into the storage. */
import type { Storage } from "../attachments/storage.ts";
import type { Clock } from "../platform/clock.ts";
import type { Ids } from "../domain/ids.ts";
import type { NewAttachment } from "../store/submissions/new-submission.ts";

export interface StoringParts {
  readonly storage: Storage;
  /** Keys that no row names yet though they are no orphans; whoever takes the files closes them. */
  readonly openFiles: Set<string>;
  readonly ids: Ids;
  readonly clock: Clock;
}

export type StoredPart = Pick<NewAttachment, "file_size" | "sha256" | "storage_key">;

/** Resolves once it is stored, and still open; when it rejects, it is neither. `content` as {@link Storage.write} has it. */
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
