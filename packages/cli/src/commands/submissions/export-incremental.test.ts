/** Exports that add new submissions to an existing file. */
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { useExportBench } from "../../../test/export-bench.ts";
import type { Submission } from "@intray/sdk";
import { documentsIn } from "../../../test/run-cli.ts";
import { makeSubmission } from "../../../test/fake-server.ts";
import { runningCli } from "../../../test/running-cli.ts";

const bench = await useExportBench();

it("appends each new row once", async () => {
  bench.fill(150);
  await bench.export("a", "--incremental");
  const before = await bench.read("a");
  bench.fill(130, 151);

  const ended = await bench.export("a", "--incremental");

  expect(ended.stderr).toContain("Exported 130 submissions to");
  const after = await bench.read("a");
  expect(after.startsWith(before)).toBe(true);
  expect(documentsIn(after).map(({ id }) => id)).toEqual(
    Array.from({ length: 280 }, (_, index) => index + 1),
  );
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
  const uids = documentsIn(await bench.read("a")).map(({ uid }) => uid);
  expect(uids.slice(4)).toEqual([undefined, "new"]);
});

it("keeps an SQLite file with lost submissions, and says so", async () => {
  bench.fill(5);
  await bench.export("a", "--incremental", "--format", "sqlite");
  const [before] = bench.tables("a");
  bench.server.submissions[4] = restoredSubmission(5);

  const ended = await bench.export("a", "--incremental", "--format", "sqlite");

  expect(ended).toMatchObject({ code: 65, stderr: /is not the server's submission 5/ });
  expect(bench.tables("a")[0]).toEqual(before);
});

describe.each(["ndjson", "sqlite"])("as %s", (format) => {
  const flags = ["--format", format, "--incremental"];
  const deleted = async () => {
    const rows = format === "sqlite" ? bench.tables("a")[0] : documentsIn(await bench.read("a"));
    return (rows as Partial<Submission & { deleted_at: string | null }>[])
      .filter(({ deleted_at = null }) => deleted_at !== null)
      .map(({ id }) => id);
  };

  it("says what was deleted since the last export, once, also after a crash", async () => {
    bench.fill(250);
    const asked = sendEvents({ "": { id: 1 }, 1: { id: 2, deleted: [3, 7, 3] }, 2: { id: 2 } });
    await bench.export("a", ...flags);
    for (const index of [6, 2]) bench.server.submissions.splice(index, 1);

    const reached = bench.hangAt(202);
    await using killed = runningCli(bench.args("a", ...flags), { env: bench.env });
    await reached;
    await killed.end("SIGKILL");
    bench.server.instead.delete("GET /submissions");
    const runs = [await bench.export("a", ...flags), await bench.export("a", ...flags)];

    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect([await deleted(), asked.slice(0, 2), asked.at(-1)]).toEqual([[3, 7], ["", "1"], "2"]);
  });

  it("says that deletions are not known, if the server has no events of that time", async () => {
    bench.fill(2);
    const unknown = await bench.export("a", ...flags);
    const asked = sendEvents({
      "": { id: 1 },
      1: { id: 5, type: "reset" },
      5: { id: 6, deleted: [2] },
    });

    const older = await bench.export("a", ...flags);
    const pruned = await bench.export("a", ...flags);
    bench.server.submissions.pop();
    const ended = await bench.export("a", ...flags);

    expect([unknown, older, pruned, ended].map(({ code }) => code)).toEqual([0, 10, 10, 0]);
    expect(unknown.stderr).toContain("This server has no events");
    expect(pruned.stderr).toContain("Export to a new file");
    expect(ended.stderr).toContain(", and marked 1 as deleted.");
    expect([asked, await deleted()]).toEqual([["", "1", "5"], [2]]);
  });
});

it("updates changed submissions in SQLite", async () => {
  bench.fill(5);
  await bench.export("a", "--incremental", "--format", "sqlite");
  bench.fill(1, 6);
  bench.server.submissions[4] = { ...makeSubmission(5, [["new", "1"]]), read: true };

  expect((await bench.export("a", "--incremental", "--format", "sqlite")).code).toBe(0);
  const [submissions, fields] = bench.tables("a");
  expect(submissions).toHaveLength(6);
  expect(submissions?.[4]).toMatchObject({ id: 5, read: 1 });
  expect(fields?.filter((row) => (row as { submission_id: number }).submission_id === 5)).toEqual([
    { submission_id: 5, position: 0, name: "new", value: "1" },
  ]);
  expect(await bench.files()).toEqual(["a"]);
});

it.each(["json", "csv", "parquet"])("rejects %s with an explanation", async (format) => {
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

  expect([plain.code, torn.code, await bench.read("torn")]).toEqual([2, 65, /"id":$/]);
});

function restoredSubmission(id: number) {
  const at = new Date(Date.UTC(2026, 0, 2)).toISOString();
  return { ...makeSubmission(id, [["new", "1"]]), uid: "new", created_at: at, updated_at: at };
}

/** Sends the events after the last one that a request names. Returns what the requests name. */
function sendEvents(
  events: Readonly<Record<string, { id: number; type?: string; deleted?: readonly number[] }>>,
): string[] {
  const asked: string[] = [];
  bench.server.instead.set("GET /events", ({ headers }, response) => {
    const after = String(headers["last-event-id"] ?? "");
    const { id, type, deleted = [] } = events[after] ?? { id: 0 };
    const texts = [
      ...deleted.map((one) => `event: submission.deleted\ndata: {"id":${one},"form_id":1}\n\n`),
      ...(type === undefined ? [] : [`event: ${type}\ndata: {}\n\n`]),
    ];
    asked.push(after);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`${texts.join("")}id: ${id}\n\n: this stream ends here\n\n`);
  });
  return asked;
}
