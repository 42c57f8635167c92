/** One file of a multipart body, from its first byte into the storage. */
import { once } from "node:events";
import type { Readable } from "node:stream";
import type { Storage } from "../attachments/storage.ts";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { NewAttachment } from "../store/accept-submission.ts";

export interface StoringParts {
  readonly storage: Storage;
  /** Keys that no row names yet though they are no orphans; whoever takes the files closes them. */
  readonly openFiles: Set<string>;
  readonly ids: Ids;
  readonly clock: Clock;
}

export interface FilePart {
  /** As the browser named the file; empty where it did not. */
  readonly name: string;
  readonly formName: string;
  readonly type: string;
}

/** Resolves once it is stored; to `undefined` for an input without a file, which is sent without name and bytes. */
export async function storePart(
  content: Readable,
  part: FilePart,
  { storage, openFiles, ids, clock }: StoringParts,
): Promise<NewAttachment | undefined> {
  if (part.name === "" && (await isEmpty(content))) {
    // The parser waits for its end to be noticed.
    content.resume();
    return undefined;
  }
  const storage_key = ids.storageKey(clock.now());
  openFiles.add(storage_key);
  try {
    const { size, sha256 } = await storage.write(storage_key, content);
    return {
      name: part.name === "" ? "file" : part.name,
      form_name: part.formName,
      content_type: part.type === "" ? "application/octet-stream" : part.type,
      file_size: size,
      sha256: sha256.toString("hex"),
      storage_key,
      public_token: ids.attachmentToken(),
    };
  } catch (error) {
    openFiles.delete(storage_key);
    throw error;
  }
}

/** Waits for the first byte or the end; what came is still there to be read. */
async function isEmpty(content: Readable): Promise<boolean> {
  // Told at the end too, which then has nothing to read.
  await once(content, "readable");
  return content.readableLength === 0;
}
