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

/** @param build In it, `p.ids` stands for the `ids` of each run. */
export function compiledOnce<Args extends object, Row>(
  build: (db: Db, p: Placeholders<Args>) => Compilable<Row>,
): (db: Db, args: Args) => Promise<readonly Row[]> {
  const remember = (db: Db) => {
    const query = build(db, placeholders()).compile();
    return { query, bind: binder(query.parameters) };
  };
  const known = new Map<boolean, ReturnType<typeof remember>>();
  const statements = new WeakMap<SQLite.Database, SQLite.Statement<unknown[], Row>>();
  return async (db, args) => {
    const kind = isPostgres(db);
    const compiled = known.get(kind) ?? remember(db);
    known.set(kind, compiled);
    const parameters = compiled.bind(args);
    const sqlite = connections.get(db);
    if (sqlite === undefined) {
      const query: CompiledQuery<Row> = { ...compiled.query, parameters };
      return (await db.executeQuery(query)).rows;
    }
    const statement = statements.get(sqlite) ?? sqlite.prepare<unknown[], Row>(compiled.query.sql);
    statements.set(sqlite, statement);
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return NO_ROWS;
  };
}

const NO_ROWS: readonly never[] = [];
