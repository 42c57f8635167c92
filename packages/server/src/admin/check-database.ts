/** Checks the integrity of the SQLite file, and that dates increase with ids. */
import { sql } from "kysely";
import type { Check } from "./check.ts";

export const checkDatabase: Check = {
  name: "database file",
  async *run({ opened, isQuick }) {
    if (opened.kind === "postgres") return;
    const { sqlite, db } = opened;
    const found = sqlite.pragma(isQuick ? "quick_check" : "integrity_check") as readonly object[];
    for (const row of found) {
      const problem = String(Object.values(row)[0]);
      if (problem !== "ok") yield `SQLite reports: ${problem}`;
    }
    const dangling = sqlite.pragma("foreign_key_check") as readonly {
      readonly table: string;
      readonly rowid: number;
      readonly parent: string;
    }[];
    for (const { table, rowid, parent } of dangling) {
      yield `row ${rowid} of ${table} refers to a ${parent} that does not exist`;
    }
    // Filters by date find their id by binary search, which requires dates in the order of ids.
    const { rows } = await sql<{ id: number }>`
      select id from (
        select id, created_at, lag(created_at) over (order by id) as before from submission
      ) where created_at < before limit 10`.execute(db);
    for (const { id } of rows) yield `submission ${id} has an earlier date than the one before it`;
  },
};
