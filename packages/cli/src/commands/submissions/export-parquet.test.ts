import { join } from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import type { Submission } from "@intray/sdk";
import { makeSubmission } from "../../../test/fake-server.ts";
import { useExportBench } from "../../../test/export-bench.ts";

const bench = await useExportBench();

const open = (file: string) => asyncBufferFromFile(join(bench.folder, file));
const rowsOf = async (file: string) => parquetReadObjects({ file: await open(file) });

const ASTRONAUTS = ["👩🏽‍🚀 \u0000\u202E\r\n", "again"];

it("has the rows of the JSON export, with types, and null for what is missing", async () => {
  bench.fill(250);
  bench.add(251, ...ASTRONAUTS.map((text): [string, string] => ["message", text]), ["_id", ""]);
  bench.add(252, ["", "no name"], ["long", "é".repeat(1_000_000)], ["half", "\uD800"]);
  const late = { read: true, lead_agent: { score: 0.5 }, answered_at: "not a time" };
  bench.server.submissions.push({ ...makeSubmission(253, []), ...late } as never);

  const ended = await bench.export("a.parquet");
  await bench.export("a.json");
  const rows = await rowsOf("a.parquet");

  expect(ended).toMatchObject({ code: 0, stdout: "" });
  const { submissions } = JSON.parse(await bench.read("a.json")) as { submissions: Submission[] };
  expect(rows.map(ofFields)).toEqual(submissions.map(fieldsOf));
  expect(rows[252]).toMatchObject({
    _id: 253n,
    _form: "Contact",
    _email: null,
    _read: true,
    _lead_score: 0.5,
    _created_at: new Date(submissions[252]?.created_at ?? ""),
    _answered_at: null,
    message: null,
  });
  expect(Object.keys(rows[0] ?? {}).slice(-4)).toEqual(["of 2", "__id", "", "half"]);
  expect(await bench.files()).toEqual(["a.json", "a.parquet"]);
});

/** What a row has in the columns of fields. */
const ofFields = (row: object) =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => /^(?!_[a-z])/.test(name) && value !== null),
  );

/** Only submission 251 has two values of a name. */
const fieldsOf = ({ id, form_params }: Submission) =>
  Object.fromEntries(
    form_params.map(({ name, value }) => {
      const text = String(value).toWellFormed();
      return [
        name.replace(/^_/, "__"),
        id === 251 && name === "message" ? ASTRONAUTS.join(", ") : text,
      ];
    }),
  );

it("has row groups, so that memory does not grow with the file, and is whole after a crash", async () => {
  for (let id = 1; id <= 600; id += 1) bench.add(id, [`of ${id % 300}`, "x".repeat(30_000)]);
  await bench.endAt(400, "SIGKILL", "a.parquet");
  const between = await bench.files();

  expect((await bench.export("a.parquet", "--resume")).code).toBe(0);
  expect(between).not.toContain("a.parquet");
  expect((await parquetMetadataAsync(await open("a.parquet"))).row_groups.length).toBeGreaterThan(
    1,
  );
  const ids = (await rowsOf("a.parquet")).map((row) => Number(row["_id"]));
  expect(ids).toEqual(bench.server.submissions.map(({ id }) => id));
});

it("has only the chosen columns, with their types, and needs a file", async () => {
  const columns = ["--columns", "id,_read,received,message"];
  const empty = await bench.export("none.parquet", "--columns", "id");
  bench.add(1, ["message", "hello"]);

  await bench.export("a.parquet", ...columns);
  const printed = await bench.print("--format", "parquet");

  expect([empty.code, printed.code, await rowsOf("none.parquet")]).toEqual([0, 2, []]);
  expect(await rowsOf("a.parquet")).toEqual([
    { id: 1n, _read: false, received: new Date("2026-01-01T00:00:00.001Z"), message: "hello" },
  ]);
});
