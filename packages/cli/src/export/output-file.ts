/** The output file of an export: resolved, read back in chunks, and replaced atomically. */
import { access, lstat, open, realpath, rename, stat, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { type Failure, errorReason, failure } from "../errors/failure.ts";

/** Exports hold what people sent: nobody else on the machine reads them. */
export const EXPORT_MODE = 0o600;

/**
 * The path of the file; for a symbolic link, that of its target, so that the link is kept. Throws
 * Failure 74 unless it is a regular file or can be created.
 */
export async function resolveOutputFile(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) {
    await access(dirname(path)).catch(failWriting(path));
    return path;
  }
  const target = await realpath(path).catch(failWriting(path));
  if ((await stat(target)).isFile()) return target;
  throw failure(
    "output_failed",
    `${path} is not a regular file, so the export cannot replace it.`,
    { hint: "Name a file, or remove -o to write to standard output." },
  );
}

export const fileExists = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;

/** Renames a complete and synced file, and syncs the rename to disk. Throws Failure 74. */
export async function moveIntoPlace(partial: string, target: string): Promise<void> {
  try {
    await rename(partial, target);
    await syncToDisk(dirname(target));
  } catch (error) {
    throw cannotWrite(target, error);
  }
}

export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws Failure 74 for an error, as a handler of rejections. */
export function failWriting(path: string): (cause: unknown) => never {
  return (cause) => {
    throw cannotWrite(path, cause);
  };
}

export const cannotWrite = (path: string, cause: unknown): Failure =>
  failure("output_failed", `${path} cannot be written (${errorReason(cause)}).`, {
    hint: "Check the folder, its permissions and the free disk space.",
    cause,
  });

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/**
 * The bytes of a file. Each chunk except the last ends with a line feed. A chunk is valid only until the next one
 * is requested.
 */
export async function* readChunks(file: FileHandle): AsyncGenerator<Uint8Array> {
  let buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  /** Bytes of an incomplete line at the beginning of the buffer. */
  let kept = 0;
  for (let at = 0; ;) {
    if (kept === buffer.length) buffer = Buffer.concat([buffer, buffer]);
    const { bytesRead } = await file.read(buffer, kept, buffer.length - kept, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const length = kept + bytesRead;
    const end = buffer.lastIndexOf(LINE_FEED, length - 1) + 1;
    if (end > 0) yield buffer.subarray(0, end);
    buffer.copyWithin(0, end, length);
    kept = length - end;
  }
  if (kept > 0) yield buffer.subarray(0, kept);
}
