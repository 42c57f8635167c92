import { open } from "node:fs/promises";
import { join } from "node:path";
import { SqliteFile } from "../sqlite/sqlite-file.ts";
import { readChunks } from "./output-file.ts";
import { withSqliteFailures } from "./state.ts";
import { useFolder } from "../../test/workbench.ts";
import { useEach } from "../../../../test/harness/use.ts";

const folder = await useFolder();
const file = useEach(() => open(join(folder, "file"), "w+"));

it("says in SQLite's words that the disk is full", () => {
  const database = new SqliteFile(join(folder, "full.sqlite"), { busyMs: 0 });
  database.pragma("max_page_count = 2");

  try {
    expect(() =>
      withSqliteFailures("out.sqlite", () =>
        database.exec("create table a (x); create table b (x)"),
      ),
    ).toThrow("out.sqlite cannot be written (database or disk is full).");
  } finally {
    database.close();
  }
});

it.each([
  ["an empty file", ""],
  ["a file without a line feed", "a"],
  ["a line of a megabyte between short lines", `a\n${"b".repeat(2 ** 20)}\nc\n`],
  ["a last line without a line feed", `${"line\n".repeat(100_000)}end`],
  ["lines as long as a chunk", `${"x".repeat(256 * 1024 - 1)}\n`.repeat(3)],
])("readChunks reads %s completely, in chunks that end with a line feed", async (_, text) => {
  await file.writeFile(text);

  const all: string[] = [];
  for await (const chunk of readChunks(file)) all.push(Buffer.from(chunk).toString());

  expect(all.join("") === text).toBe(true);
  expect(all.slice(0, -1).every((chunk) => chunk.endsWith("\n"))).toBe(true);
});
