/** Exports that are killed, stopped and gone on with. */
import { execFile, spawnSync } from "node:child_process";
import { appendFile, mkdir, readFile, readdir, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli, runShell, startCli } from "../../../test/run-cli.ts";
import { makeSubmission, refuse } from "../../../test/fake-server.ts";
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

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const run = promisify(execFile);
const fill = (count: number, from = 1) => {
  for (let id = from; id < from + count; id += 1) {
    bench.server.submissions.push(
      makeSubmission(id, [
        ["message", `"=number", \u2028 ${id}\r\n`],
        ...(id % 3 === 0 ? [[`late ${id % 7}`, "x"] as const] : []),
        [`of ${Math.ceil(id / 200)}`, "a column that comes with a later page"],
        ["long", "x".repeat(5_000)],
      ]),
    );
  }
};
const exportArgs = (file: string, ...args: string[]) => [
  "submissions",
  "export",
  "-o",
  join(folder, file),
  ...args,
];
const exportTo = (file: string, ...args: string[]) =>
  runCli(exportArgs(file, ...args), { env: bench.env });
const read = (file: string) => readFile(join(folder, file), "utf8");
const tables = (file: string) => {
  const database = new SqliteDatabase(join(folder, file), { readonly: true });
  try {
    return ["submission", "field", "attachment"].map((table) =>
      database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all(),
    );
  } finally {
    database.close();
  }
};

/** The answer to this cursor never comes; resolves once it was asked for. */
function hangAt(cursor: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  bench.server.instead.set("GET /submissions", (request, response) => {
    if (!request.url?.includes(`cursor=${cursor}`)) return;
    response.writeHead(200, { "content-type": "application/json" }).write("{");
    resolve();
  });
  return promise;
}

/** Starts an export that stops at this row, ends it by the signal, and has the server answer again. */
async function endAt(row: number, signal: NodeJS.Signals, file: string, ...args: string[]) {
  const reached = hangAt(row);
  const child = startCli(exportArgs(file, ...args), { env: bench.env });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<number | null>((done) => void child.once("close", done));
  await reached;
  await expect.poll(() => readdir(folder)).toContain(`${file}.partial`);
  child.kill(signal);
  const code = await ended;
  bench.server.instead.clear();
  return { code, stderr };
}

describe("submissions export --resume", () => {
  it.each([
    ["ndjson", []],
    ["json", ["--fields", "id,form_params"]],
    ["csv", []],
    ["csv", ["--columns", "_id,message"]],
  ])("gives the same bytes of %s %j as a run that nothing killed", async (format, more) => {
    fill(650);
    await exportTo("whole", "--format", format, ...more);

    await endAt(400, "SIGKILL", "killed", "--format", format, ...more);
    // what a crash left behind the last page that counts
    await appendFile(join(folder, "killed.partial"), '{"half a');
    const ended = await exportTo("killed", "--format", format, ...more, "--resume");

    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stderr).toContain("650 submissions in");
    expect(await read("killed")).toBe(await read("whole"));
    expect((await readdir(folder)).toSorted()).toEqual(["killed", "whole"]);
    expect(bench.server.seen.at(-1)?.url).toMatch(/cursor=[3-6]00/);
  });

  it("gives SQLite the same rows, in one file", async () => {
    fill(650);
    await exportTo("whole", "--format", "sqlite");

    await endAt(400, "SIGKILL", "killed", "--format", "sqlite");
    const before = bench.server.seen.length;
    const ended = await exportTo("killed", "--format", "sqlite", "--resume");

    expect(ended).toMatchObject({ code: 0 });
    expect(bench.server.seen[before]?.url).toContain("cursor=100");
    expect(tables("killed")).toEqual(tables("whole"));
    expect(tables("killed")[0]).toHaveLength(650);
    expect((await readdir(folder)).toSorted()).toEqual(["killed", "whole"]);
  });

  it.each([
    ["SIGINT", "ndjson", 130],
    ["SIGTERM", "ndjson", 143],
    ["SIGINT", "sqlite", 130],
  ] as const)(
    "is told by %s how to go on with %s, with the exact command",
    async (signal, format, code) => {
      fill(650);

      const stopped = await endAt(600, signal, "it's", "--filter", "all", "--format", format);
      const command = /To go on: intray (.*)$/m.exec(stopped.stderr)?.[1] ?? "";
      const ended = await runShell(`$INTRAY ${command}`, { env: bench.env });

      expect(stopped.code).toBe(code);
      expect(ended.code).toBe(0);
      const rows =
        format === "sqlite" ? tables("it's")[0] : (await read("it's")).trim().split("\n");
      expect(rows).toHaveLength(650);
      expect(bench.server.seen.at(-1)?.url).toContain("cursor=600");
    },
  );

  it("refuses what belongs to another export, naming what differs, and leaves it", async () => {
    fill(250);
    await endAt(200, "SIGKILL", "a");
    const before = await read("a.partial");

    const filter = await exportTo("a", "--resume", "--filter", "spam");
    const format = await exportTo("a", "--resume", "--format", "json");

    expect([filter.code, format.code]).toEqual([2, 2]);
    expect(filter.stderr).toContain("filter differs (there not given, now spam)");
    expect(format.stderr).toContain("format differs (there ndjson, now json)");
    expect(await read("a.partial")).toBe(before);
  });

  it("begins anew where nothing was left, and ends with 65 where rows are missing", async () => {
    fill(250);
    const fresh = await exportTo("fresh", "--resume");
    await endAt(200, "SIGKILL", "a");
    await truncate(join(folder, "a.partial"), 10);

    const ended = await exportTo("a", "--resume");

    expect(fresh.code).toBe(0);
    expect(ended).toMatchObject({ code: 65, stdout: "" });
    expect(await readdir(folder)).not.toContain("a");
  });

  it("replaces the leftover without it, whatever that is", async () => {
    fill(3);
    for (const end of ["", ".state"]) await appendFile(join(folder, `a.partial${end}`), "rubbish");

    const [text, sqlite] = [await exportTo("a"), await exportTo("a", "--format", "sqlite")];

    expect([text.code, sqlite.code]).toEqual([0, 0]);
    expect(await readdir(folder)).toEqual(["a"]);
  });

  it("ends with 75 while another export writes the same file", async () => {
    fill(250);
    const reached = hangAt(200);
    const first = startCli(exportArgs("a"), { env: bench.env });
    const gone = new Promise((done) => void first.once("close", done));
    await reached;

    const second = await exportTo("a", "--resume");

    first.kill("SIGKILL");
    await gone;
    expect(second).toMatchObject({ code: 75, stdout: "" });
    expect(second.stderr).toContain("Another export is writing");
  });
});

describe("submissions export --incremental", () => {
  it("puts new rows behind those of the last run, each once", async () => {
    fill(150);
    await exportTo("a", "--incremental");
    const before = await read("a");
    fill(130, 151);

    const ended = await exportTo("a", "--incremental");

    expect(ended.stderr).toContain("130 submissions in");
    const after = await read("a");
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

  it("goes on by itself after a kill, and leaves the file whole until then", async () => {
    fill(150);
    await exportTo("a", "--incremental");
    const before = await read("a");
    fill(500, 151);

    await endAt(400, "SIGKILL", "a", "--incremental");
    const between = await read("a");
    const ended = await exportTo("a", "--incremental");

    expect(between).toBe(before);
    expect(ended.code).toBe(0);
    expect((await read("a")).trim().split("\n")).toHaveLength(650);
    expect((await readdir(folder)).toSorted()).toEqual(["a", "a.export"]);
  });

  it("takes changes into SQLite, in the place of what was there", async () => {
    fill(5);
    await exportTo("a", "--incremental", "--format", "sqlite");
    fill(1, 6);
    bench.server.submissions[4] = { ...makeSubmission(5, [["new", "1"]]), read: true };

    const ended = await exportTo("a", "--incremental", "--format", "sqlite");

    expect(ended.code).toBe(0);
    const [submissions, fields] = tables("a");
    expect(submissions).toHaveLength(6);
    expect(submissions?.[4]).toMatchObject({ id: 5, read: 1 });
    expect(fields?.filter((row) => (row as { submission_id: number }).submission_id === 5)).toEqual(
      [{ submission_id: 5, position: 0, name: "new", value: "1" }],
    );
    expect(await readdir(folder)).toEqual(["a"]);
  });

  it.each(["json", "csv"])("refuses %s with a sentence", async (format) => {
    const ended = await exportTo("a", "--incremental", "--format", format);

    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("--incremental is for --format ndjson and sqlite");
  });

  it("refuses a file that it did not begin, and one whose last line is torn", async () => {
    fill(2);
    await exportTo("plain");
    await exportTo("torn", "--incremental");
    await appendFile(join(folder, "torn"), '{"id":');

    const [plain, torn] = [
      await exportTo("plain", "--incremental"),
      await exportTo("torn", "--incremental"),
    ];

    expect([plain.code, torn.code]).toEqual([2, 65]);
    expect(await read("torn")).toMatch(/"id":$/);
  });
});

describe("an export", () => {
  it.skipIf(!has("sqlite3"))("is read by sqlite3", async () => {
    fill(120);
    await exportTo("a.db", "--format", "sqlite");

    const { stdout } = await run("sqlite3", [
      join(folder, "a.db"),
      "PRAGMA integrity_check; PRAGMA journal_mode; SELECT count(*), max(id) FROM submission; SELECT count(*) FROM field WHERE name = 'message'",
    ]);

    expect(stdout).toBe("ok\ndelete\n120|120\n120\n");
  });

  it.skipIf(!has("python3"))("is read by Python's csv, cell by cell", async () => {
    fill(120);
    await exportTo("a.csv", "--format", "csv", "--no-formula-guard");

    const { stdout } = await run("python3", [
      "-c",
      "import csv,json,sys; print(json.dumps([r['message'] for r in csv.DictReader(open(sys.argv[1],newline='',encoding='utf-8'),strict=True)]))",
      join(folder, "a.csv"),
    ]);

    expect(JSON.parse(stdout)).toEqual(
      bench.server.submissions.map(({ payload_params }) => payload_params["message"]),
    );
  });

  it.skipIf(!has("jq"))("is read by jq, line by line and as one document", async () => {
    fill(120);
    await exportTo("a.ndjson", "--fields", "id");
    await exportTo("a.json", "--format", "json");

    const lines = await run("jq", ["-s", "-c", "[length, .[119]]", join(folder, "a.ndjson")]);
    const whole = await run("jq", [".submissions | length", join(folder, "a.json")]);

    expect([lines.stdout, whole.stdout]).toEqual(['[120,{"id":120}]\n', "120\n"]);
  });
});

describe("submissions export --attachments", () => {
  const withFile = (id: number, name: string, size: number) =>
    bench.server.submissions.push({
      ...makeSubmission(id, [["a", "b"]]),
      attachments: [
        {
          id: id * 10,
          name,
          form_name: "file",
          content_type: "text/plain",
          file_size: size,
          sha256: "0".repeat(64),
          created_at: new Date(0).toISOString(),
          // nobody is asked there
          attachment_proxy_url: "http://127.0.0.1:9/steal",
          public_url: "http://127.0.0.1:9/steal",
        },
      ],
    });
  const asked = () => bench.server.seen.filter(({ url }) => url.includes("/attachments/"));
  const serve = (id: number, content: string) =>
    bench.server.instead.set(`GET /attachments/${id}`, (request, response) => {
      const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      const range = `bytes ${start}-${content.length - 1}/${content.length}`;
      response.writeHead(start > 0 ? 206 : 200, start > 0 ? { "content-range": range } : {});
      response.end(content.slice(start));
    });

  it("saves files under safe names, goes on with a part, and fetches nothing twice", async () => {
    withFile(1, "../../../etc/passwd\u202E\n.txt", 7);
    withFile(2, "con.txt", 10);
    serve(10, "content");
    serve(20, "0123456789");
    const files = join(folder, "files");
    await mkdir(join(files, "2"), { recursive: true });
    await appendFile(join(files, "2", "20-_con.txt.partial"), "0123");

    const ended = await exportTo("a", "--attachments", files);
    const requests = asked().length;
    await rm(join(folder, "a"));
    const again = await exportTo("a", "--attachments", files);

    expect([ended.code, again.code, requests, asked().length]).toEqual([0, 0, 2, 2]);
    const [first = ""] = await readdir(join(files, "1"));
    expect(first).toMatch(/^10-[^/\u202E\n]*etc_passwd[^/\u202E\n]*\.txt$/);
    expect(await readFile(join(files, "1", first), "utf8")).toBe("content");
    expect(await readdir(join(files, "2"))).toEqual(["20-_con.txt"]);
    expect(await readFile(join(files, "2", "20-_con.txt"), "utf8")).toBe("0123456789");
    expect((await readdir(folder)).toSorted()).toEqual(["a", "files"]);
  });

  it("ends with 10 and names the file that the server no longer has", async () => {
    withFile(1, "a.txt", 7);
    bench.server.instead.set("GET /attachments/10", (_, response) =>
      refuse(response, 404, "not_found", "There is no file 10."),
    );

    const ended = await exportTo("a", "--attachments", join(folder, "files"));

    expect(ended.code).toBe(10);
    expect(ended.stderr).toContain("File 10 (a.txt) of submission 1 is gone.");
  });
});
