/** Writes an export to an SQLite file, with rows and position in the same transaction. */
import { rm } from "node:fs/promises";
import { SqliteFile } from "../sqlite/sqlite-file.ts";
import {
  requireSame,
  withSqliteFailures,
  corruptFile,
  openExclusively,
  StateRow,
  type Binding,
  type ExportState,
} from "./state.ts";
import {
  createIndexes,
  createTables,
  requireSameSubmissions,
  upsertInto,
} from "./sqlite-schema.ts";
import type { Plan, ExportPage, ExportStart, Writer } from "./pages.ts";
import { createdAtOfLast, FIRST_POSITION } from "./pages.ts";
import { moveIntoPlace, syncToDisk } from "./output-file.ts";

/** For a new file. A commit costs as much as half a page; a crash loses the uncommitted pages. */
const PAGES_PER_COMMIT = 16;
/** Time to wait for a reader of the file. */
const BUSY_MS = 5_000;

export interface SqliteWriterOptions {
  readonly target: string;
  readonly binding: Binding;
  readonly resume: boolean;
}

/**
 * Writes a new file under a temporary name until it is complete. Throws the same failures as
 * `openFileWriter`.
 */
export async function openSqliteWriter(options: SqliteWriterOptions): Promise<Writer> {
  const { target, binding, resume } = options;
  const partial = `${target}.partial`;
  let database = openExclusively(partial, { keep: resume });
  try {
    const found = resume ? await new StateRow(database).read() : undefined;
    if (found !== undefined) requireSame(partial, found.binding, binding);
    if (found === undefined) {
      // replace the partial file of another export
      database.close();
      for (const end of ["", "-wal", "-shm", "-journal"]) await rm(partial + end, { force: true });
      database = openExclusively(partial, { keep: false });
    }
    const finish = async () => {
      withSqliteFailures(partial, () => createIndexes(database));
      database.pragma("journal_mode = delete");
      database.close();
      await syncToDisk(partial);
      await moveIntoPlace(partial, target);
    };
    const remove = async () => rm(partial, { force: true });
    const pagesACommit = PAGES_PER_COMMIT;
    return new SqliteWriter(database, {
      path: partial,
      binding,
      found,
      pagesACommit,
      finish,
      remove,
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The state stored in a complete export. Throws Failure 65 for any other file. */
export async function readLastState(target: string): Promise<ExportState> {
  const database = withSqliteFailures(
    target,
    () => new SqliteFile(target, { isReadOnly: true, busyMs: BUSY_MS }),
  );
  try {
    if (!withSqliteFailures(target, () => isExport(database))) throw corruptFile(target);
    const state = await withSqliteFailures(target, () => new StateRow(database)).read();
    if (state === undefined) throw corruptFile(target);
    return state;
  } finally {
    database.close();
  }
}

/** Updates a complete export in place, with one transaction per page. */
export function openSqliteUpdate({ target, binding }: Omit<SqliteWriterOptions, "resume">): Writer {
  return withSqliteFailures(target, () => {
    const database = new SqliteFile(target, { busyMs: BUSY_MS });
    try {
      database.pragma("synchronous = full");
      const finish = () => {
        database.close();
        return Promise.resolve();
      };
      // committed pages stay, so an interrupted update needs neither a resume nor a cleanup
      const work = {
        path: target,
        binding,
        pagesACommit: 1,
        finish,
        remove: finish,
        isUpdate: true as const,
      };
      return new SqliteWriter(database, work);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function isExport(database: SqliteFile): boolean {
  const table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'export_state'";
  return database.prepare(table).get() !== undefined;
}

interface Work {
  readonly path: string;
  readonly binding: Binding;
  readonly found?: ExportState | undefined;
  readonly pagesACommit: number;
  /** Existing rows may be replaced by newer versions of the same submission only. */
  readonly isUpdate?: true;
  readonly finish: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

class SqliteWriter implements Writer {
  readonly #database: SqliteFile;
  readonly #work: Work;
  readonly #row: StateRow;
  readonly #upsert: (rows: ExportPage["rows"]) => void;
  #state: ExportState | undefined;
  /** The last committed state. */
  #saved: ExportState | undefined;
  #pages = 0;

  constructor(database: SqliteFile, work: Work) {
    this.#database = database;
    this.#work = work;
    createTables(database);
    this.#row = new StateRow(database);
    this.#upsert = upsertInto(database);
  }

  async begin(makePlan: () => Promise<Plan>): Promise<ExportStart> {
    const { found, binding } = this.#work;
    if (found !== undefined) return (this.#saved = this.#state = found);
    const before = await this.#row.read();
    const state: ExportState = {
      binding,
      plan: await makePlan(),
      position: FIRST_POSITION,
      count: 0,
      lastCreatedAt: before?.lastCreatedAt ?? null,
      bytes: 0,
    };
    this.#state = state;
    return state;
  }

  markDeleted(ids: ReadonlySet<number>, at: string): Promise<number> {
    let count = 0;
    this.#attempt(() => {
      this.#database.exec("BEGIN IMMEDIATE");
      this.#pages += 1;
      const mark = this.#database.prepare<[string, number]>(
        "UPDATE submission SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL",
      );
      for (const id of ids) count += mark.run(at, id).changes;
    });
    this.#commit();
    return Promise.resolve(count);
  }

  add({ rows, position }: ExportPage): Promise<void> {
    const { count, lastCreatedAt, ...state } = this.#requireState();
    const last = [lastCreatedAt, createdAtOfLast(rows)].filter((at) => typeof at === "string");
    this.#attempt(() => {
      if (this.#pages === 0) this.#database.exec("BEGIN IMMEDIATE");
      if (this.#work.isUpdate === true) requireSameSubmissions(this.#database, rows);
      this.#upsert(rows);
      this.#pages += 1;
    });
    this.#state = {
      ...state,
      position,
      count: count + rows.length,
      lastCreatedAt: last.toSorted().at(-1) ?? null,
    };
    // commit after the first page, so that an early crash can be resumed too
    if (this.#pages >= this.#work.pagesACommit || this.#saved === undefined) this.#commit();
    return Promise.resolve();
  }

  async commit(): Promise<void> {
    const state = this.#requireState();
    this.#state = { ...state, position: { ...state.position, next: null } };
    this.#commit();
    await this.#work.finish();
  }

  async suspend(): Promise<boolean> {
    try {
      if (this.#pages > 0) this.#commit();
    } catch {
      // the cause was reported already; the last committed state remains
    }
    this.#database.close();
    const hasRows = (this.#saved?.count ?? 0) > 0;
    if (!hasRows) await this.#work.remove().catch(() => undefined);
    return hasRows;
  }

  /** Commits rows and position together. */
  #commit(): void {
    const state = this.#requireState();
    this.#attempt(() => {
      if (this.#pages === 0) this.#database.exec("BEGIN IMMEDIATE");
      this.#row.write(state);
      this.#database.exec("COMMIT");
    });
    this.#pages = 0;
    this.#saved = state;
  }

  /** Runs `work`; on failure rolls back everything that was not committed. */
  #attempt(work: () => void): void {
    try {
      withSqliteFailures(this.#work.path, work);
    } catch (error) {
      this.#database.rollBack();
      this.#pages = 0;
      this.#state = this.#saved;
      throw error;
    }
  }

  #requireState(): ExportState {
    if (this.#state === undefined) throw new Error("the export has not begun");
    return this.#state;
  }
}
