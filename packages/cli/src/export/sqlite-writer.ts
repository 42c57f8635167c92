/** An export to an SQLite file: rows and position in one transaction a page. */
import { rm } from "node:fs/promises";
import SqliteDatabase from "better-sqlite3";
import { requireSame } from "./binding.ts";
import type { Binding } from "./binding.ts";
import { makeIndexes, makeTables, upsertInto } from "./sqlite-schema.ts";
import { createdAtOfLast } from "./row.ts";
import { asFailure, damaged, openAlone, StateRow } from "./state.ts";
import type { ExportState } from "./state.ts";
import { putInPlace, sync } from "./target.ts";
import { START } from "./walk.ts";
import type { Plan, Step } from "./walk.ts";
import type { Begun, Writer } from "./writer.ts";

/** How long a page waits for somebody who reads the file. */
const BUSY_MS = 5_000;

export interface SqliteWriterOptions {
  readonly target: string;
  readonly binding: Binding;
  readonly resume: boolean;
}

/** Writes a new file, under another name until it is complete. Throws as `openFileWriter` does. */
export async function openSqliteWriter(options: SqliteWriterOptions): Promise<Writer> {
  const { target, binding, resume } = options;
  const partial = `${target}.partial`;
  let database = openAlone(partial, { keep: resume });
  try {
    const found = resume ? await new StateRow(database).read() : undefined;
    if (found !== undefined) requireSame(partial, found.binding, binding);
    if (found === undefined) {
      // what somebody else's leftover holds is none of ours
      database.close();
      for (const end of ["", "-wal", "-shm", "-journal"]) await rm(partial + end, { force: true });
      database = openAlone(partial, { keep: false });
    }
    const finish = async () => {
      asFailure(partial, () => makeIndexes(database));
      database.pragma("journal_mode = delete");
      database.close();
      await sync(partial);
      await putInPlace(partial, target);
    };
    const remove = async () => rm(partial, { force: true });
    return new SqliteWriter(database, { path: partial, binding, found, finish, remove });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The state that a complete export left in the file. Throws Failure 65 for another file. */
export async function lastState(target: string): Promise<ExportState> {
  const database = asFailure(
    target,
    () => new SqliteDatabase(target, { readonly: true, timeout: BUSY_MS }),
  );
  try {
    if (!asFailure(target, () => isExport(database))) throw damaged(target);
    const state = await asFailure(target, () => new StateRow(database)).read();
    if (state === undefined) throw damaged(target);
    return state;
  } finally {
    database.close();
  }
}

/** Brings a complete export up to date where it lies: each page is a transaction. */
export function openSqliteUpdate({ target, binding }: Omit<SqliteWriterOptions, "resume">): Writer {
  return asFailure(target, () => {
    const database = new SqliteDatabase(target, { timeout: BUSY_MS });
    try {
      database.pragma("synchronous = full");
      const finish = () => {
        database.close();
        return Promise.resolve();
      };
      // a page that is in is good, so there is nothing to go on from or to take away
      return new SqliteWriter(database, { path: target, binding, finish, remove: finish });
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function isExport(database: SqliteDatabase.Database): boolean {
  const table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'export_state'";
  return database.prepare(table).get() !== undefined;
}

interface Work {
  readonly path: string;
  readonly binding: Binding;
  readonly found?: ExportState | undefined;
  readonly finish: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

class SqliteWriter implements Writer {
  readonly #database: SqliteDatabase.Database;
  readonly #work: Work;
  readonly #addPage: (rows: Step["rows"], state: ExportState) => void;
  #state: ExportState | undefined;

  constructor(database: SqliteDatabase.Database, work: Work) {
    this.#database = database;
    this.#work = work;
    makeTables(database);
    const row = new StateRow(database);
    const upsert = upsertInto(database);
    this.#addPage = database.transaction((rows: Step["rows"], state: ExportState) => {
      upsert(rows);
      row.write(state);
    });
  }

  async begin(makePlan: () => Promise<Plan>): Promise<Begun> {
    const { found, binding } = this.#work;
    if (found !== undefined) return (this.#state = found);
    const before = await new StateRow(this.#database).read();
    const state: ExportState = {
      binding,
      plan: await makePlan(),
      position: START,
      count: 0,
      lastCreatedAt: before?.lastCreatedAt ?? null,
      bytes: 0,
    };
    this.#state = state;
    return state;
  }

  add({ rows, position }: Step): Promise<void> {
    if (this.#state === undefined) throw new Error("the export has not begun");
    const { count, lastCreatedAt } = this.#state;
    const last = [lastCreatedAt, createdAtOfLast(rows)].filter((at) => typeof at === "string");
    const state = {
      ...this.#state,
      position,
      count: count + rows.length,
      lastCreatedAt: last.toSorted().at(-1) ?? null,
    };
    asFailure(this.#work.path, () => this.#addPage(rows, state));
    this.#state = state;
    return Promise.resolve();
  }

  async commit(): Promise<void> {
    const state = this.#state;
    if (state !== undefined) {
      const done = { ...state, position: { ...state.position, next: null } };
      asFailure(this.#work.path, () => this.#addPage([], done));
    }
    await this.#work.finish();
  }

  async suspend(): Promise<boolean> {
    const hasRows = (this.#state?.count ?? 0) > 0;
    this.#database.close();
    if (!hasRows) await this.#work.remove().catch(() => undefined);
    return hasRows;
  }
}
