// The SQLite file in the hands of other SQLite versions, such as the command-line tool of Debian 12 (3.40).
import { spawnSync } from "node:child_process";
import { sql } from "kysely";
import { useEach } from "../harness/use.ts";
import { loadFixture, openBeside } from "../../packages/server/test/database-dump.ts";
import { freshDatabase } from "../../packages/server/test/database.ts";
import { migrate } from "../../packages/server/src/store/migrate.ts";

const hasTool = spawnSync("sqlite3", ["--version"]).status === 0;

const fresh = useEach(() => freshDatabase({ isEmpty: true }));
const db = useEach(async () => {
  await loadFixture(fresh.database, "0.1.0");
  const opened = await openBeside(fresh.database);
  await migrate(opened);
  return opened;
});

it("has no nullable column whose CHECK fails for null before SQLite 3.45", async () => {
  // Before 3.45 json_valid(null) was 0 instead of null.
  const { rows } = await sql<{ table_name: string; column_name: string; text: string }>`
    select t.name as table_name, c.name as column_name, replace(t.sql, '"', '') as text
    from sqlite_schema t join pragma_table_info(t.name) c
    where t.type = 'table' and c."notnull" = 0
      and replace(t.sql, '"', '') like '%json_valid(' || c.name || ')%'
    order by t.name, c.name`.execute(db);

  expect(rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`)).toEqual([
    "account.queue_consumer",
    "audit.changes",
    "form.captcha",
    "form.queue_consumer",
    "idempotency_key.result",
    "page_look.found",
    "submission.decisions",
    "submission.geocoded",
    "submission.tags",
    "webhook.headers",
  ]);
  for (const { column_name, text } of rows) {
    expect(text).toContain(`check (${column_name} is null or json_valid(${column_name}))`);
  }
});

it.runIf(hasTool)("passes the integrity check of the installed sqlite3", () => {
  if (fresh.database.kind !== "sqlite") throw new Error("This file needs SQLite.");
  const { stdout } = spawnSync("sqlite3", [fresh.database.file, "pragma integrity_check"], {
    encoding: "utf8",
  });

  expect(stdout).toBe("ok\n");
});
