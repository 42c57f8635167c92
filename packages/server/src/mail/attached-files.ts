/** Reads the files of a submission to attach them to its notification. */
import { readAtMost } from "../platform/bounds.ts";
import { MAX_ATTACHED_BYTES, type MailAttachment } from "./compose.ts";

export interface SubmissionFile {
  readonly name: string;
  readonly content_type: string;
  /** Bytes. */
  readonly file_size: number;
  readonly storage_key: string;
}

export interface AttachedFilesParts {
  readonly filesOf: (submissionId: number) => Promise<readonly SubmissionFile[]>;
  /** The content of a stored file; `undefined` if there is none. @throws AppError if the storage does not answer. */
  readonly readFile: (key: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
}

export interface AttachedFiles {
  readonly attachments: readonly MailAttachment[];
  /** Together they are larger than {@link MAX_ATTACHED_BYTES}: none is attached. */
  readonly isTooLarge: boolean;
}

const TOO_LARGE: AttachedFiles = { attachments: [], isTooLarge: true };

/** Returns a function that reads the files of a submission, piece by piece and never more than fit into a mail. */
export function createAttachedFiles({ filesOf, readFile }: AttachedFilesParts) {
  return async (submissionId: number): Promise<AttachedFiles> => {
    const files = await filesOf(submissionId);
    const bytes = files.reduce((sum, { file_size }) => sum + file_size, 0);
    if (bytes > MAX_ATTACHED_BYTES) return TOO_LARGE;
    const attachments: MailAttachment[] = [];
    let left = MAX_ATTACHED_BYTES;
    for (const { name, content_type, storage_key } of files) {
      const pieces = await readFile(storage_key);
      // It was deleted meanwhile, or lost. Its link says so.
      if (pieces === undefined) continue;
      const content = await readAtMost(pieces, left);
      if (content === undefined) return TOO_LARGE;
      left -= content.byteLength;
      attachments.push({ name, contentType: content_type, content });
    }
    return { attachments, isTooLarge: false };
  };
}
