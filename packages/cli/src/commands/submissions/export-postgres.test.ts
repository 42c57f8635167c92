import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startCluster } from "../../../../../test/harness/postgres.ts";
import { useShared } from "../../../../../test/harness/use.ts";
import { makeSubmission } from "../../../test/fake-server.ts";
import { useExportBench } from "../../../test/export-bench.ts";

const bench = await useExportBench();
const cluster = useShared(() => startCluster({ isDurable: false }));

/** Runs a script as psql does, but gives the server the rows as a file. @param upTo Cuts the script there. */
async function run(script: string, upTo = script.length): Promise<void> {
  const [, begin = "", rows = "", end = ""] =
    /^(.*FROM stdin;\n)(.*?)(\\\.\n.*)?$/s.exec(script.slice(0, upTo)) ?? [];
  // The server may run as another user, who may not open the folder of the test.
  const file = join(tmpdir(), `intray-rows-${randomUUID()}`);
  await writeFile(file, rows, { mode: 0o644 });
  const client = new pg.Client(cluster.url);
  await client.connect();
  try {
    await client.query(begin.replace("FROM stdin", `FROM '${file}'`));
    if (end !== "") await client.query(end.replace("\\.\n", ""));
  } finally {
    await client.end();
    await rm(file);
  }
}

async function query(sql: string): Promise<readonly object[]> {
  const client = new pg.Client(cluster.url);
  await client.connect();
  const { rows } = await client.query<object>(sql);
  await client.end();
  return rows;
}
const stored = () =>
  query("select id::int, read, created_at, fields, tags from intray_submission order by id");

it("is a script that inserts, replaces, and changes nothing if it breaks off", async () => {
  const hostile = "a\tb\\nc\r\n\\.\n'; drop table intray_submission; --\0\uD800 \\u0000";
  bench.add(1, ["message", hostile], ["\0", "x"]);
  await bench.export("one.sql");
  await run(await bench.read("one.sql"));
  const first = await stored();

  bench.server.submissions.splice(0);
  bench.add(1, ["message", "changed"]);
  bench.add(2, ["message", "new"]);
  const printed = await bench.print("--format", "postgres");
  await run(printed.stdout, printed.stdout.indexOf("\\.\n"));
  const broken = await stored();
  await run(printed.stdout);

  expect(first).toEqual([
    {
      id: 1,
      read: false,
      created_at: expect.any(Date) as Date,
      fields: { message: hostile.replace("\0\uD800", "\uFFFD"), "": "x" },
      tags: expect.anything() as unknown,
    },
  ]);
  expect(broken).toEqual(first);
  expect(await stored()).toMatchObject([
    { id: 1, fields: { message: "changed" } },
    { id: 2, fields: { message: "new" } },
  ]);
});

it("marks as deleted what the range of an export without filters lacks", async () => {
  const marked = async (...flags: string[]) => {
    await run((await bench.print("--format", "postgres", ...flags)).stdout);
    return query("select id::int from intray_submission where deleted_at is not null order by id");
  };
  for (const id of [11, 12, 13, 14]) bench.add(id);
  bench.server.submissions.push({ ...makeSubmission(15, []), form_id: 2 });
  const before = await marked();
  bench.server.submissions.splice(1, 1);

  const found = [
    await marked("--filter", "all"),
    await marked("--filter", "any", "--query", "x"),
    await marked("--filter", "any", "--since", "2026-01-01T00:00:00.012Z"),
    await marked("--filter", "any", "--form", "2"),
    await marked("--filter", "any", "--form", "1"),
  ];

  expect([before, ...found]).toEqual([[], [], [], [], [], [1, 2, 12].map((id) => ({ id }))]);
});

it.each([["--columns", "id"], ["--incremental"]])("refuses %s", async (...flags) => {
  expect((await bench.export("a.sql", ...flags)).code).toBe(2);
});
