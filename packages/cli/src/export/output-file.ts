/** The file that an export ends in: found behind links, replaced as one, its folder synced. */
import { access, lstat, open, realpath, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { errorCode } from "../errors/error-code.ts";

/** The regular file behind a link, so that the link stays one. Throws Failure 74 for a device or a folder. */
export async function resolveOutputFile(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) {
    await access(dirname(path)).catch((error: unknown) => {
      throw cannotWrite(path, error);
    });
    return path;
  }
  const target = await realpath(path).catch((error: unknown) => {
    throw cannotWrite(path, error);
  });
  if ((await stat(target)).isFile()) return target;
  throw new Failure({
    exit: EXIT.outputFailed,
    code: "output_failed",
    message: `${path} is no regular file, so it cannot be replaced by the export.`,
    hint: "Name a file, or leave -o out to write to standard output.",
  });
}

/** Whether there is such a file. */
export async function fileExists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Gives a complete and synced file its name, and has the name reach the disk. Throws Failure 74. */
export async function moveIntoPlace(partial: string, target: string): Promise<void> {
  try {
    await rename(partial, target);
    await syncToDisk(dirname(target));
  } catch (error) {
    throw cannotWrite(target, error);
  }
}

/** Brings a file or a folder to the disk. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export function cannotWrite(path: string, cause: unknown): Failure {
  return new Failure({
    exit: EXIT.outputFailed,
    code: "output_failed",
    message: `${path} cannot be written (${errorCode(cause)}).`,
    hint: "Look at the folder, its permissions and the free space.",
    cause,
  });
}
