/** Query plans on SQLite, and statements whose plan reads a large table from its beginning to its end. */
import { Kysely, SqliteDialect } from "kysely";
import type { Db, Schema } from "../src/store/engine/schema.ts";
import { rollBack } from "./roll-back.ts";
import type { Fixture } from "./fixture.ts";

/** Tables that grow with the number of posts, sign-ins or recipients. Forms are few; `submission_count` has eight rows a form. */
const LARGE = [
  "submission",
  "attachment",
  "delivery",
  "delivery_body",
  "test_body",
  "attempt",
  "event",
  "idempotency_key",
  "removed_file",
  "file_total",
  "search_text",
  "search_index",
  "lead_score",
  "spam_training_example",
  "session",
  "sign_in_link",
  "mail_address",
];

/** Partial indexes that contain only rows with work in progress. */
const SMALL =
  /USING (?:COVERING )?INDEX (?:delivery_leased|lead_score_leased|submission_uncounted)$/;

type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** Steps that scan a whole table or sort rows. Scans of deleted forms, which are few, and of a single row are allowed. */
export const slowSteps = (plans: readonly string[]): readonly string[] =>
  plans.filter((step) =>
    /^SCAN (?!waiting|answer_start|form USING .*form_deleted)|TEMP B-TREE/.test(step),
  );

/** Runs `run` and returns the plan steps of all its statements. postgres/plans.test.ts checks those of PostgreSQL. */
export async function plansOf(
  fixture: Fixture,
  run: (db: Db) => Promise<unknown>,
): Promise<readonly string[]> {
  const { db, planOf, statements } = watchScans(fixture);
  await run(db);
  return statements().flatMap(planOf);
}

export function watchScans({ sqlite }: Fixture) {
  let ran: Statement[] = [];
  /** Records every statement that runs through it. */
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: sqlite }),
    log: ({ query }) => void ran.push({ text: query.sql, values: query.parameters }),
  });
  const statements = () =>
    ran.filter(({ text }) => /^(?:select|insert|update|delete|with)/i.test(text.trim()));

  const planOf = ({ text, values }: Statement): readonly string[] =>
    sqlite
      .prepare<unknown[], { detail: string }>(`explain query plan ${text}`)
      .all(...values)
      .map(({ detail }) => detail);

  /** Steps of the plan that may read a large table from its beginning to its end. */
  function scansOf(statement: Statement): readonly string[] {
    const steps = planOf(statement);
    if (readsFirstRows(statement, steps)) return [];
    return steps.filter((step) => {
      const [, table = "", how = ""] = /^SCAN (\w+)(.*)$/.exec(step) ?? [];
      const name = tableOf(statement, table);
      if (SMALL.test(how)) return false;
      // A plan always calls FTS5 "scanned"; M means that it reads matching rows only.
      return LARGE.includes(name) && !(name === "search_index" && /INDEX \d+:\S*M/.test(how));
    });
  }

  /** True if the statement reads the first rows in the order of the table or of an index, and skips none. */
  const readsFirstRows = ({ text }: Statement, steps: readonly string[]) =>
    text.endsWith(" limit ?") &&
    !/ (?:where|join|group by) /.test(text) &&
    steps.every((step) => !step.includes("TEMP B-TREE"));

  function tableOf({ text }: Statement, name: string): string {
    const [, table] = new RegExp(`"(\\w+)" as "${name}"`).exec(text) ?? [];
    return table ?? name;
  }

  /** Runs `run` in a transaction that is rolled back, and returns the scans of its statements. */
  async function scans(run: (on: Kysely<Schema>) => Promise<unknown>) {
    ran = [];
    await rollBack(db, run);
    expect(statements()).not.toEqual([]);
    return statements().flatMap((one) => scansOf(one).map((step) => `${step}: ${one.text}`));
  }

  return {
    db,
    planOf,
    statements,
    scans,
    textsSoFar: () => ran.map(({ text }) => text),
  };
}
