/** Counts records by the value of a column, for `--group-by`. */
import { usageFailure } from "../errors/failure.ts";
import { PageGarbageCollector } from "../export/memory.ts";
import { withSqliteFailures } from "../export/state.ts";
import type { Column } from "../terminal/table.ts";
import { cellOf, requireFields, type ChosenColumn } from "./fields.ts";

export interface Group {
  /** `null` for records without a value. */
  readonly value: unknown;
  readonly count: number;
}

const TEMPORARY_FILE = "The temporary file for the counts";

export const groupColumns: readonly Column<Group>[] = [
  { name: "value", kind: "text", value: ({ value }) => cellOf(value) },
  { name: "count", value: ({ count }) => count },
];

/**
 * Pages of the groups, the largest first; a record with several values, such as tags, is in a group of each. They
 * are counted in a temporary file of SQLite, so that memory does not grow with the number of values.
 */
export async function* groupPages<Row extends object>(
  pages: AsyncIterable<readonly Row[]>,
  [column, ...others]: readonly ChosenColumn<Row>[],
): AsyncGenerator<{
  readonly groups: readonly Group[];
  readonly meta: { readonly count?: number };
}> {
  if (column === undefined || others.length > 0) {
    throw usageFailure("--group-by takes one column.", "Name the column to count by.");
  }
  const { SqliteFile } = await import("../sqlite/sqlite-file.ts");
  const database = new SqliteFile("", { busyMs: 0 });
  try {
    database.exec(
      "CREATE TABLE counts (value, document TEXT PRIMARY KEY, count INTEGER) WITHOUT ROWID; BEGIN",
    );
    const add = database.prepare<[string | number | boolean | null, string]>(
      "INSERT INTO counts VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1",
    );
    const garbage = new PageGarbageCollector();
    let isFirst = true;
    for await (const rows of pages) {
      if (isFirst) requireFields([column], rows);
      isFirst = false;
      withSqliteFailures(TEMPORARY_FILE, () => {
        for (const value of rows.flatMap((row) => valuesOf(column.entry(row)[1]))) {
          const cell = cellOf(value) ?? null;
          add.run(typeof cell === "boolean" ? String(cell) : cell, JSON.stringify(value));
        }
      });
      garbage.pageDone();
    }
    withSqliteFailures(TEMPORARY_FILE, () => {
      database.exec("CREATE INDEX by_count ON counts (count DESC, value)");
    });
    const meta = database.prepare<[], { count: number }>("SELECT count(*) count FROM counts").get();
    yield { groups: [], meta: { count: meta?.count ?? 0 } };
    const sql = "SELECT document, count FROM counts ORDER BY count DESC, value";
    const found = database.prepare<[], { document: string; count: number }>(sql);
    for (const { document, count } of found.iterate()) {
      const value: unknown = JSON.parse(document);
      yield { groups: [{ value, count }], meta: {} };
    }
  } finally {
    database.close();
  }
}

/** Each value of a list once; `null` for none. */
function valuesOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) return [value ?? null];
  return value.length === 0 ? [null] : [...new Set<unknown>(value)];
}
