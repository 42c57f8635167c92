import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSubmission } from "../../../test/fake-server.ts";
import { runCli } from "../../../test/run-cli.ts";
import { openWorkbench } from "../../../test/workbench.ts";
import type { Workbench } from "../../../test/workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
  bench.server.submissions.push(makeSubmission(1, [["message", "a\tb\nc"]]));
});
afterEach(() => bench[Symbol.asyncDispose]());

const path = (file: string) => join(bench.folder, file);
const read = (file: string) => readFile(path(file), "utf8");
const exportTo = (file: string, ...args: string[]) =>
  runCli(["submissions", "export", "-o", path(file), ...args], { env: bench.env });

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
    const ended = await exportTo(file, "--json");

    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ format, count: 1 });
    expect((await read(file)).startsWith(BEGINS[format])).toBe(true);
  });

  it.each(["a", "a.txt", "a.csv.gz", ".csv"])("must be given for the name %s", async (file) => {
    const refused = await exportTo(file);
    const files = (await readdir(bench.folder)).filter((name) => name.startsWith("a"));
    const given = await exportTo(file, "--format", "csv");

    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("does not say in which format");
    expect(files).toEqual([]);
    expect(given.code).toBe(0);
  });

  it("is one row per line as TSV, with escapes", async () => {
    await exportTo("a.tsv", "--columns", "id,message");

    expect(await read("a.tsv")).toBe("id\tmessage\n1\ta\\tb\\nc\n");
  });

  it("has the column id for --columns id, whatever a form field is named", async () => {
    bench.server.submissions.push(
      makeSubmission(2, [
        ["id", "forged"],
        ["state", "Ohio"],
      ]),
    );

    await exportTo("a.csv", "--columns", "id, state,_state,form_id");

    expect(await read("a.csv")).toBe("id,state,_state,form_id\r\n1,,new,1\r\n2,Ohio,new,1\r\n");
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
    await exportTo("a", "--format", before);
    const content = await read("a");

    const refused = await exportTo("a", "--format", after);
    const unchanged = await read("a");
    const forced = await exportTo("a", "--format", after, "--force");

    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("--force");
    expect(unchanged).toBe(content);
    expect(forced.code).toBe(0);
    expect((await read("a")).startsWith(BEGINS[after])).toBe(true);
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

    const ended = await exportTo(file, "--format", format);

    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(await read(file)).toBe(content);
  });

  it("gets the times of opening and answering if an earlier version made it", async () => {
    await exportTo("app.db");
    const earlier = new DatabaseSync(path("app.db"));
    earlier.exec("ALTER TABLE submission DROP COLUMN seen_at");
    earlier.exec("ALTER TABLE submission DROP COLUMN answered_at");
    earlier.close();

    const ended = await exportTo("app.db");

    expect(ended.code).toBe(0);
    const database = new DatabaseSync(path("app.db"));
    expect(database.prepare("SELECT seen_at, answered_at FROM submission").all()).not.toEqual([]);
    database.close();
  });

  it("is kept if it is the database of another program", async () => {
    const database = new DatabaseSync(path("app.db"));
    database.exec("CREATE TABLE customer (id INTEGER PRIMARY KEY)");
    database.close();

    const ended = await exportTo("app.db");

    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("contains an SQLite database that is no export");
    expect(await read("app.db")).toContain("CREATE TABLE customer");
  });

  it.each([
    ["an earlier export", []],
    ["one with the same columns", ["--columns", "message,id"]],
  ])("without an extension is replaced if it is %s", async (_, flags) => {
    const args = ["--format", "csv", ...flags];

    const codes = [(await exportTo("a", ...args)).code, (await exportTo("a", ...args)).code];

    expect(codes).toEqual([0, 0]);
  });

  it.each(["csv", "tsv", "json", "ndjson", "sqlite"])(
    "of the same format %s is replaced, and so is an empty one",
    async (format) => {
      await writeFile(path(`a.${format}`), "");

      const first = await exportTo(`a.${format}`);
      const second = await exportTo(`a.${format}`);

      expect([first.code, second.code]).toEqual([0, 0]);
    },
  );
});
