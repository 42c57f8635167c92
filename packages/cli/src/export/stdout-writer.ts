/** Writes an export to standard output. It may be incomplete after an error, which the exit code reports. */
import type { Output } from "../terminal/output.ts";
import { escapeLines } from "../terminal/text.ts";
import { releaseMemory } from "./memory.ts";
import type { TextFormat } from "./text-format.ts";
import { FIRST_POSITION, type Writer } from "./pages.ts";
import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXIT, Failure, errorReason } from "../errors/failure.ts";
import { readChunks } from "./output-file.ts";

export async function openStdoutWriter(out: Output, format: TextFormat): Promise<Writer> {
  const stored = format.rewrite === undefined ? undefined : await openTemporaryRows();
  const decoder = new TextDecoder();
  // control characters are escaped on a terminal only
  const write = (bytes: Uint8Array) => {
    if (!out.isTerminal) return out.writeThrough(bytes);
    const text = decoder.decode(bytes, { stream: true }).replaceAll("\r\n", "\n");
    return out.write(escapeLines(text));
  };
  let count = 0;
  return {
    async begin(makePlan) {
      const plan = await makePlan();
      if (stored === undefined) await write(Buffer.from(format.begin));
      return { plan, position: FIRST_POSITION, count };
    },
    async add({ rows }) {
      const bytes = format.rows(rows, count);
      await (stored === undefined ? write(bytes) : stored.add(bytes));
      releaseMemory(bytes);
      count += rows.length;
    },
    async commit() {
      const end = Buffer.from(format.end(count));
      if (stored === undefined || format.rewrite === undefined) return write(end);
      await stored.add(end);
      const written = (from: number) => stored.chunks(from);
      const { rewrite } = format;
      const chunks = rewrite.isNeeded ? rewrite.bytes(written) : written(0);
      for await (const chunk of chunks) await write(chunk);
      await stored.close();
    },
    async suspend() {
      await stored?.close().catch(() => undefined);
      return false;
    },
  };
}

/**
 * Creates a file and deletes its name, so that no other process can open it, and the system frees it when
 * this process ends. Windows keeps the name until the file is closed.
 */
async function openTemporaryRows(): Promise<TemporaryRows> {
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
    return readChunks(this.#file, from);
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
