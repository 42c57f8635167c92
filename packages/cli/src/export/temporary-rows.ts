/** Keeps rows in a temporary file until all columns are known, so that memory use stays constant. */
import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXIT, Failure, errorReason } from "../errors/failure.ts";
import { fileChunks } from "./file-chunks.ts";

/**
 * Creates a file and deletes its name, so that no other process can open it, and the system frees it when
 * this process ends. Windows keeps the name until the file is closed.
 */
export async function openTemporaryRows(): Promise<TemporaryRows> {
  const path = join(tmpdir(), `intray-export-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600).catch((error: unknown) => {
    throw unwritable(error);
  });
  await unlink(path);
  return new TemporaryRows(file);
}

class TemporaryRows {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async add(bytes: Uint8Array): Promise<void> {
    await this.#file.appendFile(bytes).catch((error: unknown) => {
      throw unwritable(error);
    });
  }

  /** The added bytes, from the position `from` on. */
  chunks(from: number): AsyncGenerator<Uint8Array> {
    return fileChunks(this.#file, from);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

function unwritable(cause: unknown): Failure {
  return new Failure({
    exit: EXIT.outputFailed,
    code: "output_failed",
    message: `The rows cannot be written to a temporary file in ${tmpdir()} (${errorReason(cause)}).`,
    hint: "Free some disk space, set TMPDIR to another folder, or name the columns with --columns.",
    cause,
  });
}
