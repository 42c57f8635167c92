/** The plans of queries, for the support bundle. */
import { CompiledQuery, DummyDriver, Kysely } from "kysely";
import { isPostgres } from "./dialect.ts";
import type { Db, Schema } from "./schema.ts";

/** Returns each statement that `run` begins with, and the lines of its plan. No statement is run. */
export async function explainQueries(
  db: Db,
  run: (on: Db) => Promise<unknown>,
): Promise<readonly string[]> {
  const compiled: CompiledQuery[] = [];
  const { adapter } = db.getExecutor();
  const recording = new Kysely<Schema>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new DummyDriver(),
      createIntrospector: () => db.introspection,
      createQueryCompiler: () => ({
        compileQuery: (...node) => db.getExecutor().compileQuery(...node),
      }),
    },
    log: ({ query }) => void compiled.push(query),
  });
  // No rows come back, at which some queries give up.
  await run(recording).catch(() => undefined);
  const explain = isPostgres(db) ? "explain" : "explain query plan";
  const plans: string[] = [];
  for (const { sql: statement, parameters } of compiled) {
    const { rows } = await db.executeQuery<Readonly<Record<string, string>>>(
      CompiledQuery.raw(`${explain} ${statement}`, [...parameters]),
    );
    plans.push(
      statement.replaceAll(/\s+/g, " ").trim(),
      ...rows.map((row) => `  ${row["detail"] ?? row["QUERY PLAN"]}`),
    );
  }
  return plans;
}
