/** Exports that add new submissions to an existing file. */
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useExportBench } from "../../../test/export-bench.ts";
import { makeSubmission } from "../../../test/fake-server.ts";

const bench = await useExportBench();

describe("submissions export --incremental", () => {
  it("appends each new row once", async () => {
    bench.fill(150);
    await bench.export("a", "--incremental");
    const before = await bench.read("a");
    bench.fill(130, 151);

    const ended = await bench.export("a", "--incremental");

    expect(ended.stderr).toContain("Exported 130 submissions to");
    const after = await bench.read("a");
    expect(after.startsWith(before)).toBe(true);
    expect(
      after
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { id: number }).id),
    ).toEqual(Array.from({ length: 280 }, (_, index) => index + 1));
    expect(bench.server.seen.at(-1)?.url).toContain(
      `created_after=${encodeURIComponent(new Date(Date.UTC(2026, 0, 1) + 150 - 10_000).toISOString())}`,
    );
  });

  it("resumes by itself after a crash, and keeps the file unchanged until it is complete", async () => {
    bench.fill(150);
    await bench.export("a", "--incremental");
    const before = await bench.read("a");
    bench.fill(500, 151);

    await bench.endAt(400, "SIGKILL", "a", "--incremental");
    const between = await bench.read("a");
    const ended = await bench.export("a", "--incremental");

    expect(between).toBe(before);
    expect(ended.code).toBe(0);
    expect((await bench.read("a")).trim().split("\n")).toHaveLength(650);
    expect(await bench.files()).toEqual(["a", "a.export"]);
  });

  it("appends a submission that has the id of a lost one, after the server was restored", async () => {
    bench.fill(5);
    await bench.export("a", "--incremental");
    bench.server.submissions[4] = restoredSubmission(5);

    const ended = await bench.export("a", "--incremental");

    expect(ended.stderr).toContain("Exported 1 submission");
    const rows = (await bench.read("a")).trim().split("\n");
    const uids = rows.map((line) => (JSON.parse(line) as { uid?: string }).uid);
    expect(uids.slice(4)).toEqual([undefined, "new"]);
  });

  it("keeps an SQLite file with lost submissions, and says so", async () => {
    bench.fill(5);
    await bench.export("a", "--incremental", "--format", "sqlite");
    const [before] = bench.tables("a");
    bench.server.submissions[4] = restoredSubmission(5);

    const ended = await bench.export("a", "--incremental", "--format", "sqlite");

    expect(ended.code).toBe(65);
    expect(ended.stderr).toContain("is not the server's submission 5");
    expect(bench.tables("a")[0]).toEqual(before);
  });

  it("updates changed submissions in SQLite", async () => {
    bench.fill(5);
    await bench.export("a", "--incremental", "--format", "sqlite");
    bench.fill(1, 6);
    bench.server.submissions[4] = { ...makeSubmission(5, [["new", "1"]]), read: true };

    const ended = await bench.export("a", "--incremental", "--format", "sqlite");

    expect(ended.code).toBe(0);
    const [submissions, fields] = bench.tables("a");
    expect(submissions).toHaveLength(6);
    expect(submissions?.[4]).toMatchObject({ id: 5, read: 1 });
    expect(fields?.filter((row) => (row as { submission_id: number }).submission_id === 5)).toEqual(
      [{ submission_id: 5, position: 0, name: "new", value: "1" }],
    );
    expect(await bench.files()).toEqual(["a"]);
  });

  it.each(["json", "csv"])("rejects %s with an explanation", async (format) => {
    const ended = await bench.export("a", "--incremental", "--format", format);

    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("--incremental requires --format ndjson or sqlite");
  });

  it("rejects a file that it did not create, and one with an incomplete last line", async () => {
    bench.fill(2);
    await bench.export("plain");
    await bench.export("torn", "--incremental");
    await appendFile(join(bench.folder, "torn"), '{"id":');

    const [plain, torn] = [
      await bench.export("plain", "--incremental"),
      await bench.export("torn", "--incremental"),
    ];

    expect([plain.code, torn.code]).toEqual([2, 65]);
    expect(await bench.read("torn")).toMatch(/"id":$/);
  });
});

/** A new submission with the id of a lost one. */
function restoredSubmission(id: number) {
  const at = new Date(Date.UTC(2026, 0, 2)).toISOString();
  return { ...makeSubmission(id, [["new", "1"]]), uid: "new", created_at: at, updated_at: at };
}
