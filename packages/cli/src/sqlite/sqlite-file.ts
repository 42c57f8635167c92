/** SQLite files of the CLI, opened by the SQLite that Node contains, and what its errors mean. */
import type { SQLInputValue, StatementSync } from "node:sqlite";

const { DatabaseSync } = loadSqlite();

/** Node says "experimental" on stderr when its SQLite is loaded, which no user of the CLI can act on. */
function loadSqlite() {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** A prepared statement whose parameters and rows are typed by its author. */
export interface Statement<Parameters extends unknown[], Row> {
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  run(...parameters: Parameters): { readonly changes: number };
}

interface OpenOptions {
  readonly isReadOnly?: boolean;
  /** How long to wait for a lock of another process. */
  readonly busyMs: number;
}

export class SqliteFile {
  readonly path: string;
  readonly #database: InstanceType<typeof DatabaseSync>;

  /** Creates the file if it does not exist, unless it is opened for reading only. @throws an error of SQLite. */
  constructor(path: string, { isReadOnly = false, busyMs }: OpenOptions) {
    this.path = path;
    this.#database = new DatabaseSync(path, { readOnly: isReadOnly, timeout: busyMs });
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  prepare<Parameters extends unknown[], Row = unknown>(sql: string): Statement<Parameters, Row> {
    const statement: StatementSync = this.#database.prepare(sql);
    // Node types every row as a record of cells; the authors of the statements know more.
    return statement as unknown as Statement<Parameters, Row>;
  }

  /** Runs `PRAGMA sql` and returns its first value. */
  pragma(sql: string): SQLInputValue | undefined {
    return Object.values(this.#database.prepare(`PRAGMA ${sql}`).get() ?? {})[0];
  }

  /** Runs `work` in a transaction that takes the write lock at its start, and rolls back if it throws. */
  transaction(work: () => void): void {
    this.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.exec("COMMIT");
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  /** Rolls back the open transaction, if there is one: SQLite itself ends it after some errors. */
  rollBack(): void {
    if (this.#database.isTransaction) this.exec("ROLLBACK");
  }

  /** May be called again. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

/** SQLite's primary result codes that the CLI explains. */
const PROBLEMS = {
  5: "busy",
  6: "busy",
  8: "read-only",
  10: "i/o",
  11: "corrupt",
  13: "full",
  14: "cannot open",
  19: "constraint",
  26: "not a database",
} as const;

type SqliteProblem = (typeof PROBLEMS)[keyof typeof PROBLEMS] | "other";

/** `undefined` if the error is not one of SQLite. */
export function sqliteProblem(error: unknown): SqliteProblem | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  // The low byte of an extended code is its primary one.
  const code = Number(error.errcode) & 0xff;
  return code in PROBLEMS ? PROBLEMS[code as keyof typeof PROBLEMS] : "other";
}
