// kill -9 while a form is being deleted, and while posts are indexed and counted: all continue after a restart.
import type { Form, SubmissionList } from "@intray/sdk/schemas";
import type { Program } from "../../demo/program.ts";
import { type OpenDatabase, openSqlite } from "../../packages/server/src/store/sqlite/database.ts";
import { startServerProgram, api } from "../harness/server-program.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";
import { postTo } from "../harness/api.ts";

const ROWS = 8_000;
const PATIENCE = { interval: 5 };

const folder = useEach(openFolder);
let server: Program;
let beside: OpenDatabase | undefined;
afterEach(async () => {
  await beside?.db.destroy();
  beside = undefined;
  await server.stop("SIGKILL");
});

async function start(): Promise<string> {
  server = startServerProgram({ INTRAY_DATA_DIR: folder.path });
  return server.url();
}

it("deletes the rest of a deleted form after a kill in the middle", async () => {
  const url = await start();
  const kept = await api<Form>(url, "POST", "/forms", { name: "Kept" });
  const doomed = await api<Form>(url, "POST", "/forms", { name: "Doomed" });
  await postTo(url, kept.uuid, { text: "stays" });
  beside = openSqlite(folder.at("intray.db"), "writer");
  const { sqlite } = beside;
  sqlite.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
      insert into submission (account_id, form_id, fields, spam, content_hash, created_at, updated_at)
      select 1, ${doomed.id}, '[["text","stays not"]]', 0, zeroblob(16), 1, 1 from n;
    insert into submission_count values (${doomed.id}, 1, 0, 0, 0, ${ROWS});`);
  const left = () =>
    sqlite
      .prepare<[number], { n: number }>("select count(*) as n from submission where form_id = ?")
      .get(doomed.id)?.n ?? 0;

  await api(url, "DELETE", `/forms/${doomed.id}`);
  await vi.waitUntil(() => left() < ROWS, PATIENCE);
  await server.stop("SIGKILL");
  const atKill = left();
  const again = await start();
  const { submissions, meta } = await api<SubmissionList>(again, "GET", "/submissions?query=stays");
  await vi.waitUntil(
    () => sqlite.prepare("select id from form where id = ?").get(doomed.id) === undefined,
    PATIENCE,
  );

  expect(atKill).toBeGreaterThan(0);
  expect(submissions).toHaveLength(1);
  expect(meta).toMatchObject({ count: 1, inbox_count: 1 });
  expect(left()).toBe(0);
  expect(sqlite.prepare("select * from submission_count where form_id = ?").all(doomed.id)).toEqual(
    [],
  );
  expect(sqlite.pragma("foreign_key_check")).toEqual([]);
  expect(sqlite.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
});

it("counts each submission's day once, however often it is killed", async () => {
  const rows = 2_000;
  await start();
  beside = openSqlite(folder.at("intray.db"), "writer");
  const { sqlite } = beside;
  const counted = () =>
    sqlite
      .prepare<[], { n: number }>("select coalesce(sum(arrived), 0) as n from submission_day")
      .get()?.n ?? 0;
  const indexed = () =>
    sqlite.prepare<[], { n: number }>("select count(*) as n from search_text").get()?.n ?? 0;

  sqlite.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
      insert into submission (account_id, form_id, fields, spam, content_hash, created_at, updated_at)
      select 1, 1, '[["text","' || i || '"]]', 0, zeroblob(16), i * 86400, 1 from n;
    insert into submission_count values (1, 1, 0, 0, 0, ${rows});`);
  const seen: number[] = [];
  for (const reached of [1, rows / 2]) {
    await vi.waitUntil(() => counted() >= reached, PATIENCE);
    await server.stop("SIGKILL");
    seen.push(counted());
    expect(counted()).toBe(indexed());
    await start();
  }
  await vi.waitUntil(() => indexed() === rows, PATIENCE);

  expect(seen[0]).toBeLessThan(rows);
  expect(counted()).toBe(rows);
});
