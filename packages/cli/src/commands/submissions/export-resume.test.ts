/** Exports that are interrupted and resumed. */
import { appendFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { useExportBench } from "../../../test/export-bench.ts";
import { runShell } from "../../../test/run-cli.ts";
import { failed } from "../../../test/workbench.ts";
import { runningCli } from "../../../test/running-cli.ts";

const bench = await useExportBench();

it.each([
  ["ndjson", []],
  ["json", ["--columns", "id,form_params"]],
  ["csv", []],
  ["csv", ["--columns", "_id,message"]],
])("writes the same bytes of %s %j as an export without interruption", async (format, more) => {
  bench.fill(650);
  await bench.export("whole", "--format", format, ...more);

  await bench.endAt(400, "SIGKILL", "killed", "--format", format, ...more);
  // what a crash may leave after the last saved page
  await appendFile(join(bench.folder, "killed.partial"), '{"half a');
  const ended = await bench.export("killed", "--format", format, ...more, "--resume");

  expect(ended).toMatchObject({ code: 0, stderr: /Exported 650 submissions to/ });
  expect(await bench.read("killed")).toBe(await bench.read("whole"));
  expect(await bench.files()).toEqual(["killed", "whole"]);
  expect(bench.server.seen.at(-1)?.url).toMatch(/cursor=[3-6]00/);
});

it("writes the same rows to SQLite, in one file", async () => {
  bench.fill(650);
  await bench.export("whole", "--format", "sqlite");

  await bench.endAt(400, "SIGKILL", "killed", "--format", "sqlite");
  const before = bench.server.seen.length;
  expect(await bench.export("killed", "--format", "sqlite", "--resume")).toMatchObject({ code: 0 });
  expect(bench.server.seen[before]?.url).toContain("cursor=100");
  expect(bench.tables("killed")).toEqual(bench.tables("whole"));
  expect(bench.tables("killed")[0]).toHaveLength(650);
  expect(await bench.files()).toEqual(["killed", "whole"]);
});

it.each([
  ["SIGINT", "ndjson", 130],
  ["SIGTERM", "ndjson", 143],
  ["SIGINT", "sqlite", 130],
] as const)("prints the command that resumes it after %s, for %s", async (signal, format, code) => {
  bench.fill(650);

  const stopped = await bench.endAt(600, signal, "it's", "--filter", "all", "--format", format);
  const command = /To resume: intray (.*)$/m.exec(stopped.stderr)?.[1] ?? "";
  const ended = await runShell(`$INTRAY ${command}`, { env: bench.env });

  expect(stopped.code).toBe(code);
  expect(ended.code).toBe(0);
  const rows =
    format === "sqlite" ? bench.tables("it's")[0] : (await bench.read("it's")).trim().split("\n");
  expect(rows).toHaveLength(650);
  expect(bench.server.seen.at(-1)?.url).toContain("cursor=600");
});

it("rejects and keeps a file of an export with other flags, and names the differences", async () => {
  bench.fill(250);
  await bench.endAt(200, "SIGKILL", "a");
  const before = await bench.read("a.partial");

  for (const [flag, value, earlier] of [
    ["filter", "spam", "not given"],
    ["format", "json", "ndjson"],
    ["include", "notes", "not given"],
    ["delivery-state", "failed", "not given"],
  ] as const) {
    const difference = `${flag} (before: ${earlier}, now: ${value})`;
    expect(await bench.export("a", "--resume", `--${flag}`, value)).toMatchObject(
      failed(2, difference),
    );
  }
  expect(await bench.read("a.partial")).toBe(before);
});

it("starts from the beginning without an interrupted export, and exits with 65 when rows are missing", async () => {
  bench.fill(250);
  const fresh = await bench.export("fresh", "--resume");
  await bench.endAt(200, "SIGKILL", "a");
  await truncate(join(bench.folder, "a.partial"), 10);

  const ended = await bench.export("a", "--resume");

  expect(fresh.code).toBe(0);
  expect(ended).toMatchObject({ code: 65, stdout: "" });
  expect(await bench.files()).not.toContain("a");
});

it("replaces any partial file when the flag is not given", async () => {
  bench.fill(3);
  for (const end of ["", ".state"])
    await appendFile(join(bench.folder, `a.partial${end}`), "rubbish");

  const [text, sqlite] = [
    await bench.export("a"),
    await bench.export("a", "--format", "sqlite", "--force"),
  ];

  expect([text.code, sqlite.code, await bench.files()]).toEqual([0, 0, ["a"]]);
});

it("exits with 75 while another export writes the same file", async () => {
  bench.fill(250);
  const reached = bench.hangAt(200);
  await using first = runningCli(bench.args("a"), { env: bench.env });
  await reached;

  const second = await bench.export("a", "--resume");

  await first.end("SIGKILL");
  expect(second).toMatchObject(failed(75, "Another export is writing"));
});
