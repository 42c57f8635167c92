/** Stores the progress of an export in one row of an SQLite file, which also serves as a lock. */
import { closeSync, openSync, rmSync } from "node:fs";
import { sqliteProblem, SqliteFile, type Statement } from "../sqlite/sqlite-file.ts";
import { EXIT, Failure, failure, tryOrUndefined } from "../errors/failure.ts";
import { cannotWrite, EXPORT_MODE } from "./output-file.ts";
import type { Plan, Position } from "./pages.ts";

export interface ExportState {
  readonly binding: Binding;
  readonly plan: Plan;
  readonly position: Position;
  /** Rows written so far, and `created_at` of the last one. */
  readonly count: number;
  readonly lastCreatedAt: string | null;
  /** Those known so far, for a format that is written once all are known. */
  readonly columns?: readonly string[] | undefined;
  /** Valid size of the partial file; later bytes were written before a crash and are discarded. */
  readonly bytes: number;
}

const SCHEMA = `CREATE TABLE IF NOT EXISTS export_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL
) STRICT`;

/**
 * Opens the file with an exclusive lock, which ends with the process.
 * Throws Failure 75 while another export has the lock, 74 when the file cannot be created.
 *
 * @param keep Whether to keep the content of the file; if not, a file that is not a database is replaced.
 */
export function openExclusively(path: string, { keep }: { readonly keep: boolean }): SqliteFile {
  try {
    return openFile(path);
  } catch (error) {
    if (keep || !(error instanceof Failure) || error.exit !== EXIT.corrupt) throw error;
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(path + end, { force: true });
    return openFile(path);
  }
}

const openFile = (path: string): SqliteFile =>
  withSqliteFailures(path, () => {
    // SQLite would create it with the permissions of other files, and gives its own to the files beside it.
    closeSync(openSync(path, "a", EXPORT_MODE));
    const database = new SqliteFile(path, { busyMs: 0 });
    try {
      database.pragma("locking_mode = exclusive");
      database.pragma("journal_mode = wal");
      // commits without a sync: after a power cut the export resumes at an earlier page
      database.pragma("synchronous = normal");
      // checkpoints write all rows a second time; the default would be one after each 4 MB
      database.pragma("wal_autocheckpoint = 8000");
      // in KiB; creating an index takes the same amount again for sorting
      database.pragma("cache_size = -4000");
      database.exec(SCHEMA);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });

/** The row with the state. It can be written in a transaction with other rows. */
export class StateRow {
  readonly #read: Statement<[], { state: string }>;
  readonly #write: Statement<[string], unknown>;
  readonly #database: SqliteFile;

  constructor(database: SqliteFile) {
    this.#database = database;
    this.#read = database.prepare("SELECT state FROM export_state");
    this.#write = database.prepare(
      "INSERT INTO export_state (id, state) VALUES (1, ?) ON CONFLICT DO UPDATE SET state = excluded.state",
    );
  }

  /** The state; `undefined` before the first page. Throws Failure 65 for an invalid state. */
  async read(): Promise<ExportState | undefined> {
    const path = this.#database.path;
    const text = withSqliteFailures(path, () => this.#read.get()?.state);
    if (text === undefined) return undefined;
    // imported late: loading zod takes a tenth of the startup time, and most exports are new
    const parsed = (await loadStateSchema()).safeParse(parseJson(text));
    if (!parsed.success) throw corruptFile(path);
    return parsed.data;
  }

  write(state: ExportState): void {
    this.#write.run(JSON.stringify(state));
  }

  clear(): void {
    this.#database.exec("DELETE FROM export_state");
  }
}

async function loadStateSchema() {
  const z = await import("../config/shapes.ts");
  return z.object({
    binding: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])),
    plan: z.object({
      query: z.record(z.string(), z.unknown()),
      lastId: z.nullable(z.number()),
      total: z.number(),
      eventId: z.optional(z.string()),
    }),
    position: z.object({
      next: z.nullable(z.union([z.object({ cursor: z.string() }), z.object({ page: z.number() })])),
      afterId: z.number(),
    }),
    count: z.number(),
    lastCreatedAt: z.nullable(z.string()),
    columns: z.optional(z.array(z.string())),
    bytes: z.number(),
  });
}

/** Runs `work` and converts errors of SQLite to failures that name `path`. */
export function withSqliteFailures<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const problem = sqliteProblem(error);
    if (problem === undefined) throw error;
    if (problem === "busy") throw alreadyRunning(path, error);
    if (problem === "not a database" || problem === "corrupt") throw corruptFile(path);
    throw cannotWrite(path, error);
  }
}

export function corruptFile(path: string): Failure {
  return failure("export_corrupt", `${path} is corrupt or does not belong to this export.`, {
    hint: "If you do not need it, delete it and start again without --resume.",
  });
}

const alreadyRunning = (path: string, cause: unknown): Failure =>
  failure("export_running", `Another export is writing ${path}.`, {
    hint: "Wait until it has finished, or name another file.",
    cause,
  });

const parseJson = (text: string) => tryOrUndefined<unknown>(() => JSON.parse(text));

export type Binding = Readonly<Record<string, string | boolean | null>>;

/** Throws Failure 2 that names the differences. */
export function requireSame(path: string, before: Binding, now: Binding): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const differing = names.filter((name) => valueOf(before[name]) !== valueOf(now[name]));
  const [first] = differing;
  if (first === undefined) return;
  throw failure(
    "other_export",
    `${path} belongs to an export with other flags: ${differing.join(", ")} (before: ${describe(before[first])}, now: ${describe(now[first])}).`,
    { hint: "Use the same flags as before, or another file." },
  );
}

type Value = Binding[string] | undefined;

/** A flag that is off is not given, whether it is stored or not. */
const valueOf = (value: Value) => (value === false ? null : (value ?? null));

function describe(value: Value): string {
  if (value === undefined || value === null || value === false) return "not given";
  return value === true ? "given" : value;
}
