/** Query plans on SQLite. postgres/plans.test.ts checks those of PostgreSQL. */
import { createQueryId } from "kysely";
import type { Db } from "../src/store/engine/schema.ts";
import type { Fixture } from "./store-fixture.ts";

/** Runs `run` and returns the plan steps of all its statements. */
export async function plansOf(
  fixture: Fixture,
  run: (db: Db) => Promise<unknown>,
): Promise<readonly string[]> {
  const plans: string[] = [];
  const db = fixture.db.withPlugin({
    transformQuery: ({ node }) => {
      const { sql, parameters } = fixture.db.getExecutor().compileQuery(node, createQueryId());
      const steps = fixture.sqlite
        .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
        .all(...parameters);
      plans.push(...steps.map(({ detail }) => detail));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await run(db);
  return plans;
}

/** Steps that scan a whole table or sort rows. A scan of deleted forms is allowed, since they are few. */
export const slowSteps = (plans: readonly string[]): readonly string[] =>
  plans.filter((step) => /^SCAN (?!waiting|form USING .*form_deleted)|TEMP B-TREE/.test(step));
