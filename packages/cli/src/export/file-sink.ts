/** A file written under another name and renamed once it is complete and on disk. */
import { lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { EXIT } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { codeOf } from "../json-file.ts";
import type { Sink } from "./sink.ts";

/** Small writes are gathered: a system call a row would cost more than the row. */
const BUFFER_CHARACTERS = 64 * 1024;

/** Throws Failure 74 when the file cannot be made. A leftover `.partial` of a killed run is replaced. */
export async function openFileSink(path: string): Promise<Sink> {
  const target = await resolveTarget(path);
  const partial = `${target}.partial`;
  try {
    await rm(partial, { force: true });
    return new FileSink(await open(partial, "wx"), partial, target);
  } catch (error) {
    throw unwritable(partial, error);
  }
}

class FileSink implements Sink {
  readonly #file: FileHandle;
  readonly #partial: string;
  readonly #target: string;
  #buffer = "";

  constructor(file: FileHandle, partial: string, target: string) {
    this.#file = file;
    this.#partial = partial;
    this.#target = target;
  }

  async write(text: string): Promise<void> {
    this.#buffer += text;
    if (this.#buffer.length >= BUFFER_CHARACTERS) await this.#flush();
  }

  async commit(): Promise<void> {
    await this.#flush();
    try {
      await this.#file.sync();
      await this.#requireOwnPartial();
      await this.#file.close();
      await rename(this.#partial, this.#target);
      await syncFolder(dirname(this.#target));
    } catch (error) {
      throw error instanceof Failure ? error : unwritable(this.#target, error);
    }
  }

  async abandon(): Promise<void> {
    const isOurs = await this.#ownsPartial().catch(() => false);
    await this.#file.close().catch(() => undefined);
    if (isOurs) await rm(this.#partial, { force: true }).catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const text = this.#buffer;
    this.#buffer = "";
    try {
      await this.#file.writeFile(text);
    } catch (error) {
      throw unwritable(this.#partial, error);
    }
  }

  /** Another export to the same file has replaced the partial one: then that one's content would be renamed. */
  async #requireOwnPartial(): Promise<void> {
    if (await this.#ownsPartial()) return;
    throw new Failure({
      exit: EXIT.outputFailed,
      code: "output_failed",
      message: `${this.#partial} was replaced while it was written, probably by another export.`,
      hint: "Let one of them finish first.",
    });
  }

  async #ownsPartial(): Promise<boolean> {
    const [ours, there] = await Promise.all([this.#file.stat(), stat(this.#partial)]);
    return ours.ino === there.ino && ours.dev === there.dev;
  }
}

/** The regular file behind a link, so that the link stays one. */
async function resolveTarget(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return path;
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

/** The rename itself has to reach the disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function unwritable(path: string, cause: unknown): Failure {
  return new Failure({
    exit: EXIT.outputFailed,
    code: "output_failed",
    message: `${path} cannot be written (${codeOf(cause)}).`,
    hint: "Look at the folder, its permissions and the free space.",
    cause,
  });
}
