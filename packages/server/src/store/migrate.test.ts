import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Migrator } from "kysely/migration";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "./sqlite/database.ts";
import { firstStart } from "./accounts/first-start.ts";
import { migrate } from "./migrate.ts";
import { up as initialSchema } from "./migrations/0001-initial.ts";

describe("a database of the first schema", () => {
  let folder: string;
  let database: ReturnType<typeof openSqlite>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "intray-migrate-"));
    database = openSqlite(join(folder, "intray.db"), "writer");
    await new Migrator({
      db: database.db,
      provider: { getMigrations: () => Promise.resolve({ "0001-initial": { up: initialSchema } }) },
    }).migrateToLatest();
    await firstStart(database.db, {
      form_uuid: "00000000000a",
      key_hash: Buffer.alloc(32, 1),
      key_prefix: "itk_acct_",
      now: 1_000,
    });
    database.sqlite.exec(`
      insert into webhook values (1, 1, 1, 'W', 'http://127.0.0.1:9/', 'json', null, null, '[]',
        0, 1, null, 'whsec_b2xk', 3, 700, 1, 1);
      insert into submission (id, account_id, form_id, fields, spam, content_hash, created_at, updated_at)
        values (1, 1, 1, '[]', 0, zeroblob(16), 5, 5), (2, 1, 1, '[]', 0, zeroblob(16), 6, 6);
      insert into delivery (id, account_id, form_id, submission_id, webhook_id, webhook_name, url,
          "trigger", state, reason, attempts_made, claims, created_at, finished_at)
        select 10 + id, 1, 1, id, 1, 'W', 'http://127.0.0.1:9/', 'intake', 'exhausted', 'http_500',
          2, 3, 5, 9 from submission;
      insert into attempt (delivery_id, number, started_at, duration_ms, outcome)
        values (11, 1, 7, 1, 'failed'), (11, 2, 8, 1, 'failed'), (12, 1, 8, 1, 'failed');
      delete from submission where id = 2;`);
  });
  afterEach(async () => {
    await database.db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  const all = (query: string) => database.sqlite.prepare(query).all();

  it("keeps every delivery with its attempts", async () => {
    const before = [all("select * from delivery"), all("select * from attempt")];
    const columns = Object.keys(before[0]?.[0] as object).join(", ");

    await migrate(database.db);

    expect([
      all(`select ${columns.replace("trigger", '"trigger"')} from delivery`),
      all("select * from attempt"),
    ]).toEqual(before);
    expect(all("pragma foreign_key_check")).toEqual([]);
    expect(all("pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  it("still deletes what hangs on a submission, and gives no id twice", async () => {
    await migrate(database.db);

    const insert = `insert into delivery (account_id, form_id, submission_id, webhook_id, webhook_name,
      url, "trigger", state, next_attempt_at, created_at)
      values (1, 1, 1, 1, 'W', 'u', 'refire', 'queued', 1, 1) returning id`;
    expect(all(insert)).toEqual([{ id: 13 }]);
    database.sqlite.exec("delete from submission");

    expect([all("select * from delivery"), all("select * from attempt")]).toEqual([[], []]);
  });

  it("lets a delivery without a submission in only as a test", async () => {
    await migrate(database.db);
    const insert = (trigger: string) =>
      database.sqlite
        .prepare(
          `insert into delivery (account_id, form_id, webhook_id, webhook_name, url, "trigger", state,
            next_attempt_at, created_at) values (1, 1, 1, 'W', 'u', ?, 'queued', 1, 1)`,
        )
        .run(trigger);

    expect(insert("test").changes).toBe(1);
    expect(() => insert("refire")).toThrow(/CHECK constraint failed/);
  });

  it("shows the masked secret and begins the days of failure with the last known one", async () => {
    await migrate(database.db);

    expect(all("select secret_hint, failing_since from webhook")).toEqual([
      { secret_hint: "b2xk", failing_since: 700 },
    ]);
  });
});
