/** The uploaded files, for commands that read them beside the server. */
import { filePath, openFolder } from "../attachments/disk.ts";
import { reachBucket } from "../attachments/s3-bucket.ts";
import { openS3 } from "../attachments/s3.ts";
import type { Storage } from "../attachments/storage.ts";
import type { AttachmentsConfig } from "../config/config.ts";
import { silentLog } from "../platform/log.ts";
import { pathOfKey } from "../domain/storage-key.ts";

export interface KeptFiles extends Pick<Storage, "read" | "size" | "close"> {
  /** Where a person finds a file. */
  readonly nameOf: (key: string) => string;
}

/** Makes and changes nothing. */
export async function openKeptFiles(place: AttachmentsConfig): Promise<KeptFiles> {
  if (place.kind === "disk") {
    return {
      ...openFolder(place.folder),
      nameOf: (key) => filePath(place.folder, key),
      close: () => undefined,
    };
  }
  const storage = openS3(await reachBucket(place), silentLog);
  return {
    read: (key) => storage.read(key),
    size: (key) => storage.size(key),
    close: () => storage.close(),
    nameOf: (key) => `s3://${place.bucket}/${place.prefix}${pathOfKey(key)}`,
  };
}

/** For the middle of a sentence: `the uploaded files in /srv/files`. */
export function namePlace(place: AttachmentsConfig): string {
  return `the uploaded files in ${place.kind === "disk" ? place.folder : `the bucket ${place.bucket}`}`;
}
