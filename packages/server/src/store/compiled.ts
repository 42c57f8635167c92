/** Queries that Kysely builds once for each kind of database: on a short one, building costs more than running. */
import type SQLite from "better-sqlite3";
import type { Compilable, CompiledQuery } from "kysely";
import { isPostgres } from "./dialect.ts";
import { binder, type Placeholders, placeholders } from "./prepared.ts";
import type { Db } from "./schema.ts";

const connections = new WeakMap<Db, SQLite.Database>();

/**
 * From now on what {@link compiledOnce} runs on `db` goes to its connection directly: Kysely's way to
 * it costs more than a short query. Transactions that Kysely begins are other values, and keep it.
 */
export function runsDirectly(db: Db, sqlite: SQLite.Database): void {
  connections.set(db, sqlite);
}

/** A query that is built; what runs many times in a row costs less by `each`. */
export interface Compiled<Args, Row> {
  (db: Db, args: Args): Promise<readonly Row[]>;
  /** One run after the other: for SQLite, to which a statement is no way there and back. */
  each(db: Db, runs: readonly Args[]): Promise<readonly (readonly Row[])[]>;
}

/** @param build In it, `p.ids` stands for the `ids` of each run. */
export function compiledOnce<Args extends object, Row>(
  build: (db: Db, p: Placeholders<Args>) => Compilable<Row>,
): Compiled<Args, Row> {
  const remember = (db: Db) => {
    const query = build(db, placeholders()).compile();
    return { query, bind: binder(query.parameters) };
  };
  const known = new Map<boolean, ReturnType<typeof remember>>();
  const statements = new WeakMap<SQLite.Database, SQLite.Statement<unknown[], Row>>();

  /** A promise only where the database is asked by Kysely. */
  function runner(db: Db): (args: Args) => readonly Row[] | Promise<readonly Row[]> {
    const kind = isPostgres(db);
    const { query, bind } = known.get(kind) ?? remember(db);
    known.set(kind, { query, bind });
    const sqlite = connections.get(db);
    if (sqlite === undefined) {
      return async (args) => {
        const run: CompiledQuery<Row> = { ...query, parameters: bind(args) };
        return (await db.executeQuery(run)).rows;
      };
    }
    const statement = statements.get(sqlite) ?? sqlite.prepare<unknown[], Row>(query.sql);
    statements.set(sqlite, statement);
    if (statement.reader) return (args) => statement.all(bind(args));
    return (args) => {
      statement.run(bind(args));
      return NO_ROWS;
    };
  }

  return Object.assign(async (db: Db, args: Args) => runner(db)(args), {
    async each(db: Db, runs: readonly Args[]) {
      const run = runner(db);
      const found: (readonly Row[])[] = [];
      for (const args of runs) {
        const rows = run(args);
        found.push(rows instanceof Promise ? await rows : rows);
      }
      return found;
    },
  });
}

const NO_ROWS: readonly never[] = [];
