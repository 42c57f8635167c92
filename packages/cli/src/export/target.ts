/** The file that an export ends in: found behind links, replaced as one, its folder synced. */
import { access, lstat, open, realpath, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { codeOf } from "../config/json-file.ts";

/** The regular file behind a link, so that the link stays one. Throws Failure 74 for a device or a folder. */
export async function resolveTarget(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) {
    await access(dirname(path)).catch((error: unknown) => {
      throw unwritable(path, error);
    });
    return path;
  }
  const target = await realpath(path).catch((error: unknown) => {
    throw unwritable(path, error);
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
export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Gives a complete and synced file its name, and has the name reach the disk. Throws Failure 74. */
export async function putInPlace(partial: string, target: string): Promise<void> {
  try {
    await rename(partial, target);
    await sync(dirname(target));
  } catch (error) {
    throw unwritable(target, error);
  }
}

/** Brings a file or a folder to the disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export function unwritable(path: string, cause: unknown): Failure {
  return new Failure({
    exit: EXIT.outputFailed,
    code: "output_failed",
    message: `${path} cannot be written (${codeOf(cause)}).`,
    hint: "Look at the folder, its permissions and the free space.",
    cause,
  });
}
