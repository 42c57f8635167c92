import { mkdir, readFile, readdir, symlink, writeFile, lstat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasTerminal, runCli, runOnTerminal, runShell } from "../../../test/run-cli.ts";
import { makeSubmission, respondWithError } from "../../../test/fake-server.ts";
import { openWorkbench } from "../../../test/workbench.ts";
import type { Workbench } from "../../../test/workbench.ts";

let bench: Workbench;
let folder: string;
beforeEach(async () => {
  bench = await openWorkbench();
  folder = join(bench.folder, "out");
  await mkdir(folder);
});
afterEach(() => bench[Symbol.asyncDispose]());

const add = (id: number, ...fields: [string, string][]) =>
  void bench.server.submissions.push(makeSubmission(id, fields));
const fill = (count: number) => {
  for (let id = 1; id <= count; id += 1) add(id, ["message", `number ${id}`]);
};
const exportTo = (file: string | undefined, ...args: string[]) =>
  runCli(
    ["submissions", "export", ...(file === undefined ? [] : ["-o", join(folder, file)]), ...args],
    { env: bench.env },
  );
const read = (file: string) => readFile(join(folder, file), "utf8");

describe("submissions export", () => {
  it("writes one document per line, oldest first, to a file or to standard output", async () => {
    fill(230);

    const [toFile, toStdout] = [await exportTo("a.ndjson"), await exportTo(undefined)];

    expect(toFile).toEqual({
      code: 0,
      stdout: "",
      stderr: `Exported 230 submissions to ${join(folder, "a.ndjson")}.\n`,
    });
    expect(toStdout).toMatchObject({ code: 0, stderr: "" });
    expect(await read("a.ndjson")).toBe(toStdout.stdout);
    expect(
      toStdout.stdout
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { id: number }).id),
    ).toEqual(Array.from({ length: 230 }, (_, i) => i + 1));
    expect(await readdir(folder)).toEqual(["a.ndjson"]);
  });

  it.skipIf(!hasTerminal)("shows progress on a terminal, except with --quiet", async () => {
    fill(150);
    const args = ["submissions", "export", "-o", join(folder, "a.ndjson")];

    const loud = await runOnTerminal(args, { env: bench.env });
    const quiet = await runOnTerminal([...args, "--quiet"], { env: bench.env });

    expect(loud.stdout).toContain("100 of 150");
    expect(loud.stdout).toContain("Exported 150 submissions to");
    expect(quiet).toMatchObject({ code: 0, stdout: "" });
  });

  it.skipIf(!hasTerminal).each(["ndjson", "json", "csv"])(
    "escapes control characters when exporting %s to a terminal",
    async (format) => {
      add(1, ["m", "\u001B[2J\u009B2J\u202Eabc"]);

      const ended = await runOnTerminal(["submissions", "export", "--format", format], {
        env: bench.env,
      });

      expect(ended.code).toBe(0);
      expect(ended.stdout).toContain("\\u001b[2J\\u009b2J\\u202eabc");
      // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
      expect(ended.stdout.replaceAll("\r\n", "")).not.toMatch(/[\u0000-\u001F\u009B\u202E]/);
    },
  );

  it("writes one document in the shape of the API's lists for --format json", async () => {
    fill(101);

    await exportTo("a.json", "--format", "json");
    const empty =
      (bench.server.submissions.splice(0), await exportTo(undefined, "--format", "json"));

    expect(JSON.parse(await read("a.json"))).toMatchObject({ meta: { count: 101 } });
    expect(JSON.parse(empty.stdout)).toEqual({ submissions: [], meta: { count: 0 } });
  });

  it("writes CSV with the union of all columns in first-seen order, and guards against formulas", async () => {
    add(1, ["name", "Ann"], ["=cmd()", "x"]);
    add(2, ["_id", "mine"], ["name", "=1+1"], ["2", "two"]);

    await exportTo("a.csv", "--format", "csv");

    const [head = "", first = "", second = ""] = (await read("a.csv")).split("\r\n");
    expect(head).toMatch(/^_id,_form_id,.*,_attachments,_tags,name,'=cmd\(\),__id,2$/);
    expect(first).toMatch(/^1,1,.*,Ann,x,,$/);
    expect(second).toMatch(/^2,1,.*,'=1\+1,,mine,two$/);
  });

  it.each([[[]], [["--no-formula-guard", "--bom"]]])(
    "adds the columns of later pages to all rows of a CSV, with %j",
    async (more) => {
      fill(150);
      add(151, ["message", 'a "quoted"\r\nline,'], ["=late", "é"]);
      for (let id = 152; id < 300; id += 1) add(id, ["message", "x"]);
      add(300, ["later", "y"], ["message", ""]);

      const toFile = await exportTo("a.csv", "--format", "csv", ...more);
      const toStdout = await exportTo(undefined, "--format", "csv", ...more);

      const late = more.length > 0 ? "=late" : "'=late";
      const text = await read("a.csv");
      expect(toFile.code).toBe(0);
      expect(text).toBe(toStdout.stdout);
      expect(text).toMatch(new RegExp(`^(\uFEFF)?_id,[^\\r]*,message,${late},later\r\n1,`));
      expect(text).toContain(",number 150,,\r\n151,");
      expect(text).toContain(',"a ""quoted""\r\nline,",é,\r\n');
      expect(text.endsWith(",,,y\r\n")).toBe(true);
      expect(await readdir(folder)).toEqual(["a.csv"]);
    },
  );

  it("writes the header of the metadata columns for a CSV without rows", async () => {
    await exportTo("a.csv", "--format", "csv");
    const { stdout } = await exportTo(undefined, "--format", "csv");

    expect(stdout).toMatch(/^_id,_form_id,[^\r]*,_attachments,_tags\r\n$/);
    expect(await read("a.csv")).toBe(stdout);
  });

  it("accepts pages of another service: indented, with members in another order", async () => {
    const submission = makeSubmission(1, [["message", "one\nline"]]);
    const { id, ...rest } = submission;
    bench.server.instead.set("GET /submissions", (_, response) => {
      const page = { meta: { count: 1, page: 1, per_page: 100 }, submissions: [{ ...rest, id }] };
      response.writeHead(200).end(JSON.stringify(page, null, 2));
    });

    const [lines, table] = [
      await exportTo(undefined),
      await exportTo(undefined, "--format", "csv"),
    ];

    expect(lines.stdout.split("\n")).toHaveLength(2);
    expect(JSON.parse(lines.stdout)).toEqual(submission);
    expect(table.stdout).toContain("\r\n1,1,Contact,");
  });

  it.each([
    ["something that is not a page", '{"submissions":{}}'],
    ["rows without an id", '{"submissions":[{}],"meta":{"count":1,"page":1,"per_page":100}}'],
    ["half a page", '{"submissions":[{"id":1,'],
  ])(
    "exits with 78 without creating the file when the server responds with %s",
    async (_, body) => {
      fill(1);
      bench.server.instead.set("GET /submissions", (request, response) => {
        if (request.url?.includes("date_asc")) response.writeHead(200).end(body);
      });

      const ended = await exportTo("a.ndjson");

      expect(ended).toMatchObject({ code: 78, stdout: "" });
      expect(await readdir(folder)).not.toContain("a.ndjson");
    },
  );

  it("writes only the given columns, without the guard and with a byte order mark", async () => {
    add(1, ["name", "=1+1"]);

    const ended = await exportTo(
      undefined,
      "--format",
      "csv",
      "--columns",
      "_id,name,gone",
      "--no-formula-guard",
      "--bom",
    );

    expect(ended.stdout).toBe("\uFEFF_id,name,gone\r\n1,=1+1,\r\n");
  });

  it("excludes submissions that arrive after its start", async () => {
    fill(150);
    bench.server.instead.set("GET /submissions", (request) => {
      if (request.url?.includes("cursor="))
        add(151 + bench.server.submissions.length, ["late", "x"]);
    });

    const ended = await exportTo("a.ndjson", "--json");

    expect(JSON.parse(ended.stdout)).toMatchObject({ count: 150, format: "ndjson" });
    expect(await read("a.ndjson")).not.toContain("late");
  });

  it("keeps the old file when the server fails midway, and prints how to resume", async () => {
    fill(250);
    await writeFile(join(folder, "a.csv"), "old");
    bench.server.instead.set("GET /submissions", (request, response) => {
      if (request.url?.includes("cursor=200"))
        respondWithError(response, 422, "invalid", "The cursor is bad.");
    });

    const ended = await exportTo("a.csv", "--format", "csv");

    expect(ended).toMatchObject({ code: 5, stdout: "" });
    expect(ended.stderr).toContain(
      `To resume: intray submissions export -o ${join(folder, "a.csv")} --format csv --resume\n`,
    );
    expect(await readdir(folder)).toEqual(["a.csv", "a.csv.partial", "a.csv.partial.state"]);
    expect(await read("a.csv")).toBe("old");
  });

  it("replaces the partial file of an export that was killed", async () => {
    fill(2);
    await writeFile(join(folder, "a.ndjson.partial"), "rubbish");

    const ended = await exportTo("a.ndjson");

    expect(ended.code).toBe(0);
    expect(await read("a.ndjson")).not.toContain("rubbish");
    expect(await readdir(folder)).toEqual(["a.ndjson"]);
  });

  it("writes to the target of a symbolic link and keeps the link", async () => {
    fill(1);
    await writeFile(join(folder, "real"), "");
    await symlink(join(folder, "real"), join(folder, "link"));

    await exportTo("link", "--format", "ndjson");

    expect((await lstat(join(folder, "link"))).isSymbolicLink()).toBe(true);
    expect(await read("real")).toContain("number 1");
  });

  it.each([
    ["in a missing folder", "no/where.csv"],
    ["a folder", "."],
  ])("exits with 74 when the output is %s", async (_, file) => {
    fill(1);

    const ended = await exportTo(file, "--format", "csv");

    expect(ended).toMatchObject({ code: 74, stdout: "" });
    expect(ended.stderr).toMatch(/^intray: [^\n]+\.\n/);
  });

  it("does not replace a device, and exits with 74 when it is full", async () => {
    fill(1);

    const device = await runCli(["submissions", "export", "-o", "/dev/null", "--format", "json"], {
      env: bench.env,
    });
    const full = await runShell("$INTRAY submissions export > /dev/full", { env: bench.env });

    expect([device.code, full.code]).toEqual([74, 74]);
    expect((await lstat("/dev/null")).isCharacterDevice()).toBe(true);
  });

  it("exits with 74 when its reader exits early", async () => {
    for (let id = 1; id <= 100; id += 1) add(id, ["message", "x".repeat(10_000)]);

    const ended = await runShell(
      '$INTRAY submissions export | head -c 1; echo "${PIPESTATUS[0]}"',
      { env: bench.env },
    );

    expect(ended).toEqual({ code: 0, stdout: "{74\n", stderr: "" });
  });

  it.each([
    ["CSV flags for another format", ["--bom"]],
    ["--json with an export to standard output", ["--json"]],
    ["an unknown format", ["--format", "xlsx"]],
  ])("rejects %s with exit code 2", async (_, args) => {
    const ended = await exportTo(undefined, ...args);

    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(bench.server.seen).toEqual([]);
  });
});
