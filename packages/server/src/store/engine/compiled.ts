/** Queries that Kysely builds once per kind of database: building a short query costs more than running it. */
import type SQLite from "better-sqlite3";
import type { Compilable, CompiledQuery } from "kysely";
import { isPostgres } from "./dialect.ts";
import { binder, type Placeholders, placeholders } from "./prepared.ts";
import type { Db } from "./schema.ts";

const connections = new WeakMap<Db, SQLite.Database>();

/**
 * Makes {@link compileOnce} run queries on the connection of `db` directly, which avoids Kysely's
 * overhead. Transactions that Kysely begins are different objects and still go through Kysely.
 */
export function runsDirectly(db: Db, sqlite: SQLite.Database): void {
  connections.set(db, sqlite);
}

/** A built query. Calling it returns its rows. */
export interface BuiltQuery<Args, Row> {
  (db: Db, args: Args): Promise<readonly Row[]>;
  /**
   * Runs the query once per element and returns the number of rows that each run changed. For SQLite,
   * where a statement has no round trip and returning a row costs as much as changing it.
   */
  changes(db: Db, runs: readonly Args[]): Promise<readonly number[]>;
}

/** @param build Builds the query; `p.ids` is the placeholder for the `ids` of each run. */
export function compileOnce<Args extends object, Row>(
  build: (db: Db, p: Placeholders<Args>) => Compilable<Row>,
): BuiltQuery<Args, Row> {
  const buildFor = (db: Db) => {
    const query = build(db, placeholders()).compile();
    return { query, bind: binder(query.parameters) };
  };
  const known = new Map<boolean, ReturnType<typeof buildFor>>();
  const statements = new WeakMap<SQLite.Database, SQLite.Statement<unknown[], Row>>();

  function prepared(db: Db) {
    const kind = isPostgres(db);
    const { query, bind } = known.get(kind) ?? buildFor(db);
    known.set(kind, { query, bind });
    const viaKysely = (args: Args) =>
      db.executeQuery<Row>({ ...query, parameters: bind(args) } satisfies CompiledQuery<Row>);
    const sqlite = connections.get(db);
    if (sqlite === undefined) return { bind, viaKysely, statement: undefined };
    const statement = statements.get(sqlite) ?? sqlite.prepare<unknown[], Row>(query.sql);
    statements.set(sqlite, statement);
    return { bind, viaKysely, statement };
  }

  async function once(db: Db, args: Args): Promise<readonly Row[]> {
    const { bind, viaKysely, statement } = prepared(db);
    if (statement === undefined) return (await viaKysely(args)).rows;
    if (statement.reader) return statement.all(bind(args));
    statement.run(bind(args));
    return NO_ROWS;
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

  return Object.assign(once, { changes });
}

/**
 * {@link compileOnce} for each shape of a query. A value either is in the shape, which is the key of the compiled
 * queries, or reaches `build` as a placeholder only: `build` never sees the values of a run.
 *
 * @param build Must use nothing else that changes. A shape is plain JSON and has few values.
 */
export function compilePerShape<Shape, Args extends object, Row>(
  build: (db: Db, p: Placeholders<Args>, shape: Shape) => Compilable<Row>,
): (db: Db, shape: Shape, args: Args) => Promise<readonly Row[]> {
  const queries = new Map<string, BuiltQuery<Args, Row>>();
  return (db, shape, args) => {
    const key = JSON.stringify(shape);
    const query =
      queries.get(key) ?? compileOnce((on, p: Placeholders<Args>) => build(on, p, shape));
    queries.set(key, query);
    return query(db, args);
  };
}

const NO_ROWS: readonly never[] = [];
