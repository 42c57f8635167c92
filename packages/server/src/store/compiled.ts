/** Queries that Kysely builds once for each kind of database: on a short one, building costs more than running. */
import type { Compilable, CompiledQuery } from "kysely";
import { isPostgres } from "./dialect.ts";
import { binder, type Placeholders, placeholders } from "./prepared.ts";
import type { Db } from "./schema.ts";

/** @param build In it, `p.ids` stands for the `ids` of each run. */
export function compiledOnce<Args extends object, Row>(
  build: (db: Db, p: Placeholders<Args>) => Compilable<Row>,
): (db: Db, args: Args) => Promise<readonly Row[]> {
  const remember = (db: Db) => {
    const query = build(db, placeholders()).compile();
    return { query, bind: binder(query.parameters) };
  };
  const known = new Map<boolean, ReturnType<typeof remember>>();
  return async (db, args) => {
    const kind = isPostgres(db);
    const compiled = known.get(kind) ?? remember(db);
    known.set(kind, compiled);
    const query: CompiledQuery<Row> = { ...compiled.query, parameters: compiled.bind(args) };
    const { rows } = await db.executeQuery(query);
    return rows;
  };
}
