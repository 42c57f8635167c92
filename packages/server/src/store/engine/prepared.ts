/** Statements that Kysely builds once at start, for one SQLite connection. */
import type SQLite from "better-sqlite3";
import type { Compilable } from "kysely";

/** A placeholder in a query for a value of each run. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Value = string | number | Uint8Array | null;
/** While a query is built, `p.email` is the placeholder for the `email` of each run. */
export type Placeholders<Args> = { readonly [Name in keyof Args]: Args[Name] };

export interface PreparedStatement<Args> {
  /** Returns the number of changed rows, and the id of the last inserted row. */
  run(args: Args): { readonly changes: number; readonly lastId: number };
  /** The first row, or `undefined`. */
  get(args: Args): unknown;
  all(args: Args): readonly unknown[];
}

/** Compiles the query that `build` returns, for the connection `sqlite`. */
export function prepare<Args extends object>(
  sqlite: SQLite.Database,
  build: (p: Placeholders<Args>) => Compilable,
): PreparedStatement<Args> {
  const { sql, parameters } = build(placeholders()).compile();
  const statement = sqlite.prepare<Value[]>(sql);
  const bind = binder(parameters);
  return {
    run(args) {
      const { changes, lastInsertRowid } = statement.run(...bind(args));
      return { changes, lastId: Number(lastInsertRowid) };
    },
    get: (args) => statement.get(...bind(args)),
    all: (args) => statement.all(...bind(args)),
  };
}

export function placeholders<Args>(): Placeholders<Args> {
  const made = new Proxy({}, { get: (_, name) => new Parameter(String(name)) });
  return made as Placeholders<Args>;
}

/** Returns a function that puts the values of a run in the place of the placeholders. */
export function binder(parameters: readonly unknown[]): (args: object) => Value[] {
  const fixed = parameters.map((one) => (one instanceof Parameter ? null : (one as Value)));
  const named = parameters.flatMap((one, at) =>
    one instanceof Parameter ? [{ at, name: one.name }] : [],
  );
  return (args) => {
    const values = [...fixed];
    for (const { at, name } of named) values[at] = (args as Record<string, Value>)[name] ?? null;
    return values;
  };
}
