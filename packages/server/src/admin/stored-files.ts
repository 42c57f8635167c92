/** Read access to uploaded files for commands, which may run while the server runs. */
import { filePath, openFolder } from "../attachments/disk.ts";
import { reachBucket } from "../attachments/s3-bucket.ts";
import { openS3 } from "../attachments/s3.ts";
import type { Storage } from "../attachments/storage.ts";
import type { AttachmentsConfig } from "../config/config.ts";
import { silentLog } from "../platform/log.ts";
import { pathOfKey } from "../domain/storage-key.ts";

export interface StoredFiles extends Pick<Storage, "read" | "size" | "close"> {
  /** The path or URL of a file, for messages. */
  readonly locationOf: (key: string) => string;
}

/** Opens the storage without creating or changing anything. */
export async function openStoredFiles(attachments: AttachmentsConfig): Promise<StoredFiles> {
  if (attachments.kind === "disk") {
    return {
      ...openFolder(attachments.folder),
      locationOf: (key) => filePath(attachments.folder, key),
      close: () => undefined,
    };
  }
  return {
    ...openS3(await reachBucket(attachments), silentLog),
    locationOf: (key) => `s3://${attachments.bucket}/${attachments.prefix}${pathOfKey(key)}`,
  };
}

/** Returns text for messages, such as `the uploaded files in /srv/files`. */
export const describeStorage = (attachments: AttachmentsConfig): string =>
  `the uploaded files in ${attachments.kind === "disk" ? attachments.folder : `the bucket ${attachments.bucket}`}`;
