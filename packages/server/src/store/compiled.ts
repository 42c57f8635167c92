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
  /** As `each`; how many rows each run has changed. To return them costs SQLite as much as a change. */
  changes(db: Db, runs: readonly Args[]): Promise<readonly number[]>;
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

  function prepared(db: Db) {
    const kind = isPostgres(db);
    const { query, bind } = known.get(kind) ?? remember(db);
    known.set(kind, { query, bind });
    const viaKysely = (args: Args) =>
      db.executeQuery<Row>({ ...query, parameters: bind(args) } satisfies CompiledQuery<Row>);
    const sqlite = connections.get(db);
    if (sqlite === undefined) return { bind, viaKysely, statement: undefined };
    const statement = statements.get(sqlite) ?? sqlite.prepare<unknown[], Row>(query.sql);
    statements.set(sqlite, statement);
    return { bind, viaKysely, statement };
  }

  async function each(db: Db, runs: readonly Args[]): Promise<readonly (readonly Row[])[]> {
    const { bind, viaKysely, statement } = prepared(db);
    const found: (readonly Row[])[] = [];
    for (const args of runs) {
      if (statement === undefined) found.push((await viaKysely(args)).rows);
      else if (statement.reader) found.push(statement.all(bind(args)));
      else {
        statement.run(bind(args));
        found.push(NO_ROWS);
      }
    }
    return found;
  }

  async function changes(db: Db, runs: readonly Args[]): Promise<readonly number[]> {
    const { bind, viaKysely, statement } = prepared(db);
    const counts: number[] = [];
    for (const args of runs) {
      counts.push(
        statement === undefined
          ? Number((await viaKysely(args)).numAffectedRows)
          : statement.run(bind(args)).changes,
      );
    }
    return counts;
  }

  const once = async (db: Db, args: Args) => (await each(db, [args]))[0] ?? NO_ROWS;
  return Object.assign(once, { each, changes });
}

const NO_ROWS: readonly never[] = [];
