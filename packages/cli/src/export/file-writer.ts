/**
 * Writes a text export to `FILE.partial` and renames it when complete; an interrupted export can be
 * resumed.
 */
import { open, rm, stat, type FileHandle } from "node:fs/promises";
import type { SqliteFile } from "../sqlite/sqlite-file.ts";
import { failure } from "../errors/failure.ts";
import {
  requireSame,
  withSqliteFailures,
  corruptFile,
  openExclusively,
  StateRow,
  type Binding,
  type ExportState,
} from "./state.ts";
import { EXPORT_MODE, readChunks, moveIntoPlace, cannotWrite } from "./output-file.ts";
import { releaseMemory } from "./memory.ts";
import type { Plan, ExportPage, ExportStart, Writer } from "./pages.ts";
import { createdAtOfLast, FIRST_POSITION } from "./pages.ts";
import type { Rewrite, TextFormat } from "./text-format.ts";

/**
 * The state is saved after this amount, the most that a crash loses. A sync per page would cost more
 * than the page.
 */
const CHECKPOINT_BYTES = 1024 * 1024;

export interface FileWriterOptions {
  /** A regular file, or a path without a file. */
  readonly target: string;
  readonly format: TextFormat;
  readonly binding: Binding;
  /** Whether to resume an interrupted export; otherwise its files are replaced. */
  readonly resume: boolean;
  /** Writes existing rows to a new partial file; returns their size in bytes. */
  readonly seed?: ((partial: string) => Promise<number>) | undefined;
  /** Called when the partial file is complete, before it is renamed. */
  readonly beforeCommit?: ((plan: Plan) => Promise<void>) | undefined;
}

/**
 * Throws Failure 74 when the file cannot be created, 75 while another export writes it, 2 when the partial
 * file belongs to an export with other flags.
 */
export async function openFileWriter(options: FileWriterOptions): Promise<Writer> {
  const statePath = `${options.target}.partial.state`;
  const database = openExclusively(statePath, { keep: options.resume });
  try {
    const row = new StateRow(database);
    const found = options.resume ? await row.read() : undefined;
    if (found !== undefined) requireSame(statePath, found.binding, options.binding);
    return new FileWriter(options, database, found);
  } catch (error) {
    database.close();
    throw error;
  }
}

class FileWriter implements Writer {
  readonly #options: FileWriterOptions;
  readonly #database: SqliteFile;
  readonly #row: StateRow;
  readonly #partial: string;
  readonly #statePath: string;
  #found: ExportState | undefined;
  #file: FileHandle | undefined;
  #state: ExportState | undefined;
  /** The last state that was saved. */
  #saved: ExportState | undefined;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #writtenTo = 0;

  constructor(options: FileWriterOptions, database: SqliteFile, found: ExportState | undefined) {
    this.#options = options;
    this.#database = database;
    this.#row = new StateRow(database);
    this.#partial = `${options.target}.partial`;
    this.#statePath = `${this.#partial}.state`;
    this.#found = found;
  }

  async begin(makePlan: () => Promise<Plan>): Promise<ExportStart> {
    const found = this.#found;
    const file = found === undefined ? undefined : await this.#reopen(found);
    if (found !== undefined && file !== undefined) {
      this.#saved = this.#state = found;
      this.#writtenTo = found.bytes;
      const { rewrite } = this.#options.format;
      if (rewrite !== undefined) {
        if (found.columns === undefined) throw corruptFile(this.#statePath);
        rewrite.continueWith(found.columns);
      }
      return found;
    }
    this.#found = undefined;
    const { binding, format, seed } = this.#options;
    this.#row.clear();
    const plan = await makePlan();
    this.#file = await this.#attempt(this.#partial, () => open(this.#partial, "w+", EXPORT_MODE));
    this.#writtenTo = (await seed?.(this.#partial)) ?? 0;
    const bytes = this.#push(Buffer.from(format.begin));
    this.#state = { binding, plan, position: FIRST_POSITION, count: 0, lastCreatedAt: null, bytes };
    return this.#state;
  }

  async markDeleted(ids: ReadonlySet<number>, deleted_at: string): Promise<number> {
    const lines = [...ids].map((id) => `${JSON.stringify({ id, deleted_at })}\n`);
    const bytes = this.#push(Buffer.from(lines.join("")));
    this.#state = { ...this.#requireState(), bytes };
    await this.#checkpoint();
    return ids.size;
  }

  async add({ rows, position }: ExportPage): Promise<void> {
    const state = this.#requireState();
    const { format } = this.#options;
    const bytes = this.#push(format.rows(rows, state.count));
    const count = state.count + rows.length;
    const lastCreatedAt = createdAtOfLast(rows) ?? state.lastCreatedAt;
    const columns = format.rewrite?.columns;
    this.#state = { ...state, position, count, lastCreatedAt, bytes, columns };
    // save after the first page, so that an early crash can be resumed too
    if (this.#pendingBytes >= CHECKPOINT_BYTES || this.#saved === undefined) {
      await this.#checkpoint();
    }
  }

  async commit(): Promise<void> {
    const { format, target, beforeCommit } = this.#options;
    if (format.rewrite === undefined) {
      const { count, plan } = this.#requireState();
      this.#push(Buffer.from(format.end(count)));
      await this.#flush();
      await this.#attempt(this.#partial, () => this.#requireFile().sync());
      await beforeCommit?.(plan);
      await this.#requireOwnPartial();
      await this.#close();
      await moveIntoPlace(this.#partial, target);
    } else {
      await this.#checkpoint();
      await this.#rewrite(format.rewrite, `${this.#partial}.rows`);
      await this.#close();
      await rm(this.#partial, { force: true });
    }
    // delete the state last, since it is the record of the other files; the deletion itself needs no sync
    this.#database.pragma("synchronous = off");
    this.#database.close();
    await rm(this.#statePath, { force: true });
  }

  async suspend(): Promise<boolean> {
    await this.#checkpoint().catch(() => undefined);
    await this.#close().catch(() => undefined);
    this.#database.close();
    const saved = this.#saved ?? this.#found;
    if (saved !== undefined) return true;
    if (this.#file !== undefined) await rm(this.#partial, { force: true }).catch(() => undefined);
    await rm(this.#statePath, { force: true }).catch(() => undefined);
    return false;
  }

  /**
   * `undefined` when the file does not exist: the export was complete and renamed, and only its state
   * remained.
   */
  async #reopen(found: ExportState): Promise<FileHandle | undefined> {
    const file = await open(this.#partial, "r+").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw cannotWrite(this.#partial, error);
    });
    if (file === undefined) return undefined;
    this.#file = file;
    if ((await file.stat()).size < found.bytes) throw corruptFile(this.#partial);
    await this.#attempt(this.#partial, () => file.truncate(found.bytes));
    return file;
  }

  /** Queues bytes for writing. Returns the size of the file including them. */
  #push(bytes: Uint8Array): number {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    return this.#writtenTo + this.#pendingBytes;
  }

  /** Saves the state, after the rows that it counts have reached the disk. */
  async #checkpoint(): Promise<void> {
    const state = this.#state;
    if (state === undefined || state === this.#saved) return;
    await this.#flush();
    await this.#attempt(this.#partial, () => this.#requireFile().datasync());
    withSqliteFailures(this.#statePath, () => this.#row.write(state));
    this.#saved = state;
  }

  async #flush(): Promise<void> {
    const file = this.#requireFile();
    await this.#attempt(this.#partial, () => writeAt(file, this.#writtenTo, this.#pending));
    this.#writtenTo += this.#pendingBytes;
    for (const bytes of this.#pending) releaseMemory(bytes);
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  async #rewrite(rewrite: Rewrite, path: string): Promise<void> {
    const file = await this.#attempt(path, () => open(path, "w", EXPORT_MODE));
    try {
      for await (const chunk of rewrite.bytes(readChunks(this.#requireFile()))) {
        await this.#attempt(path, () => file.appendFile(chunk));
      }
      await this.#attempt(path, () => file.sync());
      await this.#requireOwnPartial();
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await moveIntoPlace(path, this.#options.target);
  }

  async #attempt<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }

  /** Throws Failure 74 when the partial file was replaced: other content would be renamed. */
  async #requireOwnPartial(): Promise<void> {
    const [ours, there] = await Promise.all([
      this.#requireFile().stat(),
      stat(this.#partial).catch(() => undefined),
    ]);
    if (ours.ino === there?.ino && ours.dev === there.dev) return;
    throw failure(
      "output_failed",
      `${this.#partial} was replaced or deleted by another program during the export.`,
      { hint: "Start again, and do not touch the file until the export is complete." },
    );
  }

  async #close(): Promise<void> {
    await this.#file?.close();
  }

  #requireFile(): FileHandle {
    if (this.#file === undefined) throw new Error("the export has not begun");
    return this.#file;
  }

  #requireState(): ExportState {
    if (this.#state === undefined) throw new Error("the export has not begun");
    return this.#state;
  }
}

/** Writes all chunks in one call, and again after a partial write. */
async function writeAt(file: FileHandle, at: number, chunks: readonly Uint8Array[]): Promise<void> {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (length === 0) return;
  const { bytesWritten } = await file.writev([...chunks], at);
  if (bytesWritten === length) return;
  const rest = Buffer.concat(chunks).subarray(bytesWritten);
  await writeAt(file, at + bytesWritten, [rest]);
}
