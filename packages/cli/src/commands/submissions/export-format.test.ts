import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { useExportBench } from "../../../test/export-bench.ts";
import { failed } from "../../../test/workbench.ts";

const bench = await useExportBench();
beforeEach(() => bench.add(1, ["message", "a\tb\nc"]));

const path = (file: string) => join(bench.folder, file);

const BEGINS = {
  csv: "_id,_form_id,",
  tsv: "_id\t_form_id\t",
  json: '{"submissions": [\n{"id":1,',
  ndjson: '{"id":1,',
  sqlite: "SQLite format 3\0",
};
type Format = keyof typeof BEGINS;

describe("the format of an export", () => {
  it.each<[string, Format]>([
    ["a.csv", "csv"],
    ["a.CSV", "csv"],
    ["a.tsv", "tsv"],
    ["a.json", "json"],
    ["a.ndjson", "ndjson"],
    ["a.jsonl", "ndjson"],
    ["a.sqlite", "sqlite"],
    ["a.db", "sqlite"],
  ])("follows from the name %s", async (file, format) => {
    const ended = await bench.export(file, "--json");

    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ format, count: 1 });
    expect((await bench.read(file)).startsWith(BEGINS[format])).toBe(true);
  });

  it.each(["a", "a.txt", "a.csv.gz", ".csv"])("must be given for the name %s", async (file) => {
    const refused = await bench.print("-o", path(file));
    const files = await bench.files();
    const given = await bench.export(file, "--format", "csv");

    expect(refused).toMatchObject(failed(2, "does not say in which format"));
    expect([files, given.code]).toEqual([[], 0]);
  });

  it("has the columns of the list, whatever a form field is named", async () => {
    bench.add(2, ["id", "forged"], ["state", "Ohio"]);

    await bench.export("a.csv", "--columns", "id, state,_state,payload_params.state");

    expect(await bench.read("a.csv")).toBe(
      "id,state,_state,payload_params.state\r\n1,new,new,\r\n2,new,new,Ohio\r\n",
    );
  });
});

describe("an existing file", () => {
  it.each<[Format, Format]>([
    ["csv", "ndjson"],
    ["ndjson", "csv"],
    ["json", "ndjson"],
    ["ndjson", "json"],
    ["sqlite", "json"],
    ["csv", "sqlite"],
  ])("of format %s is replaced by %s with --force only", async (before, after) => {
    await bench.export("a", "--format", before);
    const content = await bench.read("a");

    const refused = await bench.export("a", "--format", after);
    const unchanged = await bench.read("a");
    const forced = await bench.export("a", "--format", after, "--force");

    expect(refused).toMatchObject(failed(2, "--force"));
    expect(unchanged).toBe(content);
    expect([forced.code, (await bench.read("a")).startsWith(BEGINS[after])]).toEqual([0, true]);
  });

  it.each([
    ["a.csv", "{}", "csv"],
    ["a.ndjson", "_id,_form_id\r\n", "ndjson"],
    ["a.csv", "_id,_form_id\r\n", "ndjson"],
    ["a.db", "_id,_form_id\r\n", "sqlite"],
    ["a.json", "\0\u0001\u0002", "json"],
    ["a.tsv", "_id,_form_id\r\n", "csv"],
    ["notes.md", "# Notes\n", "csv"],
    ["notes", "_idea\tfirst\n", "tsv"],
  ])("%s with other content or another name is kept: %j as %s", async (file, content, format) => {
    await writeFile(path(file), content);

    expect(await bench.export(file, "--format", format)).toMatchObject({ code: 2, stdout: "" });
    expect(await bench.read(file)).toBe(content);
  });

  it("gets the times of opening and answering if an earlier version made it", async () => {
    await bench.export("app.db");
    const earlier = new DatabaseSync(path("app.db"));
    earlier.exec("ALTER TABLE submission DROP COLUMN seen_at");
    earlier.exec("ALTER TABLE submission DROP COLUMN answered_at");
    earlier.close();

    expect((await bench.export("app.db")).code).toBe(0);
    const database = new DatabaseSync(path("app.db"));
    expect(database.prepare("SELECT seen_at, answered_at FROM submission").all()).not.toEqual([]);
    database.close();
  });

  it("is kept if it is the database of another program", async () => {
    const database = new DatabaseSync(path("app.db"));
    database.exec("CREATE TABLE customer (id INTEGER PRIMARY KEY)");
    database.close();

    const ended = await bench.export("app.db");

    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("contains an SQLite database that is no export");
    expect(await bench.read("app.db")).toContain("CREATE TABLE customer");
  });

  it.each([
    ["an earlier export", []],
    ["one with the same columns", ["--columns", "message,id"]],
  ])("without an extension is replaced if it is %s", async (_, flags) => {
    const args = ["--format", "csv", ...flags];

    const codes = [
      (await bench.export("a", ...args)).code,
      (await bench.export("a", ...args)).code,
    ];

    expect(codes).toEqual([0, 0]);
  });

  const formats = ["csv", "tsv", "json", "ndjson", "sqlite"];
  it.each(formats)("of the same format %s is replaced, and so is an empty one", async (format) => {
    await writeFile(path(`a.${format}`), "");

    const first = await bench.export(`a.${format}`);
    const second = await bench.export(`a.${format}`);

    expect([first.code, second.code]).toEqual([0, 0]);
  });
});
