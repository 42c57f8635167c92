import {
  appendFile,
  lstat,
  mkdir,
  readFile,
  readdir,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { useExportBench } from "../../../test/export-bench.ts";
import { hasTerminal, runShell, documentsIn } from "../../../test/run-cli.ts";
import { runOnTerminal } from "../../../test/terminal.ts";
import { makeSubmission, respondWithError } from "../../../test/fake-server.ts";
import { failed } from "../../../test/workbench.ts";

const bench = await useExportBench();

describe("submissions export", () => {
  it("writes one document per line, oldest first, to a file or to standard output", async () => {
    bench.server.fill(230);

    const [toFile, toStdout] = [await bench.export("a.ndjson"), await bench.print()];

    expect(toFile).toEqual({
      code: 0,
      stdout: "",
      stderr: `Exported 230 submissions to ${join(bench.folder, "a.ndjson")}.\n`,
    });
    expect(toStdout).toMatchObject({ code: 0, stderr: "" });
    expect(await bench.read("a.ndjson")).toBe(toStdout.stdout);
    expect(documentsIn(toStdout.stdout).map(({ id }) => id)).toEqual(
      Array.from({ length: 230 }, (_, i) => i + 1),
    );
    expect(await bench.files()).toEqual(["a.ndjson"]);
  });

  it.skipIf(!hasTerminal)("shows progress on a terminal, except with --quiet", async () => {
    bench.server.fill(150);
    const args = ["submissions", "export", "-o", join(bench.folder, "a.ndjson")];

    const loud = await runOnTerminal(args, { env: bench.env });
    const quiet = await runOnTerminal([...args, "--quiet"], { env: bench.env });

    expect(loud.stdout).toContain("100 of 150");
    expect(loud.stdout).toContain("Exported 150 submissions to");
    expect(quiet).toMatchObject({ code: 0, stdout: "" });
  });

  it.skipIf(!hasTerminal).each(["ndjson", "json", "csv"])(
    "escapes control characters when exporting %s to a terminal",
    async (format) => {
      bench.add(1, ["m", "\u001B[2J\u009B2J\u202Eabc"]);

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
    bench.server.fill(101);

    await bench.export("a.json", "--format", "json");
    const empty = (bench.server.submissions.splice(0), await bench.print("--format", "json"));

    expect(JSON.parse(await bench.read("a.json"))).toMatchObject({ meta: { count: 101 } });
    expect(JSON.parse(empty.stdout)).toEqual({ submissions: [], meta: { count: 0 } });
  });

  const wrong = [[[]], [["--no-formula-guard", "--bom"]]];
  it.each(wrong)("adds the columns of later pages to all rows of a CSV, with %j", async (more) => {
    bench.server.fill(150);
    bench.add(151, ["message", 'a "quoted"\r\nline,'], ["=late", "é"]);
    for (let id = 152; id < 300; id += 1) bench.add(id, ["message", "x"]);
    bench.add(300, ["2", "y"], ["message", ""]);

    const toFile = await bench.export("a.csv", "--format", "csv", ...more);
    const toStdout = await bench.print("--format", "csv", ...more);

    const late = more.length > 0 ? "=late" : "'=late";
    const text = await bench.read("a.csv");
    expect([toFile.code, text]).toEqual([0, toStdout.stdout]);
    expect(text).toMatch(new RegExp(`^(\uFEFF)?_id,[^\\r]*,message,${late},2\r\n1,`));
    expect(text).toContain(",hello,,\r\n151,");
    expect(text).toContain(',"a ""quoted""\r\nline,",é,\r\n');
    expect([text.endsWith(",,,y\r\n"), await bench.files()]).toEqual([true, ["a.csv"]]);
  });

  it("writes the header of the metadata columns for a CSV without rows", async () => {
    await bench.export("a.csv", "--format", "csv");
    const { stdout } = await bench.print("--format", "csv");

    expect(stdout).toMatch(
      /^_id,_form_id,[^\r]*,_attachments,_tags,_imported_from,_submitted_at\r\n$/,
    );
    expect(await bench.read("a.csv")).toBe(stdout);
  });

  it.each([
    ["something that is not a page", '{"submissions":{}}'],
    ["rows without an id", '{"submissions":[{}],"meta":{"count":1,"page":1,"per_page":100}}'],
    ["half a page", '{"submissions":[{"id":1,'],
  ])("exits with 78 and creates no file when the server responds with %s", async (_, body) => {
    bench.server.fill(1);
    bench.server.instead.set("GET /submissions", (request, response) => {
      if (request.url?.includes("date_asc")) response.writeHead(200).end(body);
    });

    expect(await bench.export("a.ndjson")).toMatchObject({ code: 78, stdout: "" });
    expect(await bench.files()).not.toContain("a.ndjson");
  });

  it("excludes submissions that arrive after its start", async () => {
    bench.server.fill(150);
    bench.server.instead.set("GET /submissions", (request) => {
      if (request.url?.includes("cursor="))
        bench.add(151 + bench.server.submissions.length, ["late", "x"]);
    });

    const ended = await bench.export("a.ndjson", "--json");

    expect(JSON.parse(ended.stdout)).toMatchObject({ count: 150, format: "ndjson" });
    expect(await bench.read("a.ndjson")).not.toContain("late");
  });

  it("keeps the old file when the server fails midway, and prints how to resume", async () => {
    bench.server.fill(250);
    await writeFile(join(bench.folder, "a.csv"), "old");
    bench.server.instead.set("GET /submissions", (request, response) => {
      if (request.url?.includes("cursor=200"))
        respondWithError(response, 422, "invalid", "The cursor is bad.");
    });

    const ended = await bench.export("a.csv", "--format", "csv");

    expect(ended).toMatchObject({ code: 5, stdout: "" });
    expect(ended.stderr).toContain(
      `To resume: intray submissions export -o ${join(bench.folder, "a.csv")} --format csv --resume\n`,
    );
    expect(await bench.files()).toEqual(["a.csv", "a.csv.partial", "a.csv.partial.state"]);
    expect(await bench.read("a.csv")).toBe("old");
  });

  it("writes to the target of a symbolic link and keeps the link", async () => {
    bench.server.fill(1);
    await writeFile(join(bench.folder, "real"), "");
    await symlink(join(bench.folder, "real"), join(bench.folder, "link"));

    await bench.export("link", "--format", "ndjson");

    expect((await lstat(join(bench.folder, "link"))).isSymbolicLink()).toBe(true);
    expect(await bench.read("real")).toContain("hello");
  });

  it.each([
    ["in a missing folder", "no/where.csv"],
    ["a folder", "."],
  ])("exits with 74 when the output is %s", async (_, file) => {
    bench.server.fill(1);

    expect(await bench.export(file, "--format", "csv")).toMatchObject(
      failed(74, /^intray: [^\n]+\.\n/),
    );
  });

  it("does not replace a device, and exits with 74 when it is full", async () => {
    bench.server.fill(1);

    const device = await bench.print("-o", "/dev/null", "--format", "json");
    const full = await runShell("$INTRAY submissions export > /dev/full", { env: bench.env });

    expect([device.code, full.code]).toEqual([74, 74]);
    expect((await lstat("/dev/null")).isCharacterDevice()).toBe(true);
  });

  it("exits with 74 when its reader exits early", async () => {
    for (let id = 1; id <= 100; id += 1) bench.add(id, ["message", "x".repeat(10_000)]);

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
    expect(await bench.print(...args)).toMatchObject({ code: 2, stdout: "" });
    expect(bench.server.seen).toEqual([]);
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
          // must not be requested
          attachment_proxy_url: "http://127.0.0.1:9/steal",
          public_url: "http://127.0.0.1:9/steal",
        },
      ],
    });
  const downloads = () => bench.server.seen.filter(({ url }) => url.includes("/attachments/"));
  const serve = (id: number, content: string) =>
    bench.server.instead.set(`GET /attachments/${id}`, (request, response) => {
      const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      const range = `bytes ${start}-${content.length - 1}/${content.length}`;
      response.writeHead(start > 0 ? 206 : 200, start > 0 ? { "content-range": range } : {});
      response.end(content.slice(start));
    });

  it.skipIf(process.platform === "win32").each(["ndjson", "csv", "sqlite", "parquet"])(
    "lets nobody else read the files, nor the export as %s",
    async (ending) => {
      withFile(1, "a.txt", 3);
      serve(10, "abc");
      const folder = join(bench.folder, "files");

      const ended = await bench.export(`a.${ending}`, "--attachments", folder);

      const written = [join(bench.folder, `a.${ending}`), join(folder, "1", "10-a.txt")];
      const modes = await Promise.all(
        written.map(async (path) => (await lstat(path)).mode & 0o777),
      );
      expect([ended.code, ...modes]).toEqual([0, 0o600, 0o600]);
    },
  );

  it("saves files under safe names, resumes a partial download, and downloads nothing twice", async () => {
    withFile(1, "../../../etc/passwd\u202E\n.txt", 7);
    withFile(2, "con.txt", 10);
    serve(10, "content");
    serve(20, "0123456789");
    const files = join(bench.folder, "files");
    await mkdir(join(files, "2"), { recursive: true });
    await appendFile(join(files, "2", "20-_con.txt.partial"), "0123");

    const ended = await bench.export("a", "--attachments", files);
    const requests = downloads().length;
    await rm(join(bench.folder, "a"));
    const again = await bench.export("a", "--attachments", files);

    expect([ended.code, again.code, requests, downloads().length]).toEqual([0, 0, 2, 2]);
    const [first = ""] = await readdir(join(files, "1"));
    expect(first).toMatch(/^10-[^/\u202E\n]*etc_passwd[^/\u202E\n]*\.txt$/);
    expect(await readFile(join(files, "1", first), "utf8")).toBe("content");
    expect(await readdir(join(files, "2"))).toEqual(["20-_con.txt"]);
    expect(await readFile(join(files, "2", "20-_con.txt"), "utf8")).toBe("0123456789");
    expect(await bench.files()).toEqual(["a", "files"]);
  });

  it("exits with 10 and names a file that no longer exists on the server", async () => {
    withFile(1, "a.txt", 7);
    bench.server.instead.set("GET /attachments/10", (_, response) =>
      respondWithError(response, 404, "not_found", "There is no file 10."),
    );

    expect(await bench.export("a", "--attachments", join(bench.folder, "files"))).toMatchObject(
      failed(10, "File 10 (a.txt) of submission 1 no longer exists on the server."),
    );
  });
});
