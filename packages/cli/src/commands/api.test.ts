import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasTerminal, runCli } from "../../test/run-cli.ts";
import { makeSubmission, respond } from "../../test/fake-server.ts";
import { useWorkbench } from "../../test/workbench.ts";

const bench = await useWorkbench();

const api = (args: readonly string[], stdin = "") =>
  runCli(["api", ...args], { env: bench.env, stdin });

it("sends fields as query parameters with GET and prints the response unchanged", async () => {
  bench.server.fill(1);

  const fields = ["-F", "unread:=true", "-F", "query=a b"];
  const ended = await api(["GET", "/submissions?per_page=5", ...fields]);

  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(ended.stdout)).toMatchObject({ submissions: [{ id: 1 }] });
  expect(bench.server.seen[0]?.url).toBe("/api/v1/submissions?per_page=5&unread=true&query=a+b");
});

it.each([
  ["api", "GET", "/submissions"],
  ["submissions", "list", "--json"],
  ["submissions", "list", "--format", "ndjson"],
  ["submissions", "get", "1", "--json"],
])("%s %s %s escapes what a terminal would obey, in a pipe too", async (...args) => {
  const hostile = "\u009B31m\u202Edrow";
  bench.server.fill(1, hostile);

  const { stdout } = await bench.run(...args);

  expect(stdout).toContain(String.raw`"\u009b31m\u202edrow"`);
  expect(stdout).not.toContain("\u202E");
});

it("sends fields as a JSON body with other methods", async () => {
  bench.server.fill(1);

  await api(["patch", "submissions/1", "-F", 'submission:={"read":true}']);

  expect(bench.server.seen[0]).toMatchObject({
    method: "PATCH",
    body: '{"submission":{"read":true}}',
  });
});

it("sends a file or standard input unchanged", async () => {
  bench.server.fill(1);
  const file = join(bench.folder, "input.json");
  await writeFile(file, '{"submission": {"spam": true}}');

  await api(["PATCH", "/submissions/1", "--input", file]);
  await api(["PATCH", "/submissions/1", "--input", "-"], '{"submission": {}}');

  expect(bench.server.seen.map(({ body }) => body)).toEqual([
    '{"submission": {"spam": true}}',
    '{"submission": {}}',
  ]);
});

it("merges all pages with --paginate", async () => {
  bench.server.fill(250);

  const ended = await api(["GET", "/submissions", "-F", "order_by=date_asc", "--paginate"]);

  const { submissions } = JSON.parse(ended.stdout) as { submissions: { id: number }[] };
  expect(submissions.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
});

it("prints a record per line with --format ndjson, from lists with page numbers too", async () => {
  bench.server.instead.set("GET /submissions", (request, response) => {
    const { searchParams } = new URL(request.url ?? "", bench.server.url);
    const page = Number(searchParams.get("page") ?? 1);
    const submissions = page === 3 ? [] : [{ id: page }];
    respond(response, 200, { submissions, meta: { page, per_page: 1 } });
  });

  const paged = await api(["GET", "/submissions", "--paginate", "--format", "ndjson"]);
  const merged = await api(["GET", "/submissions", "--paginate"]);
  const one = await api(["GET", "/submissions", "--format", "ndjson"]);

  expect(paged).toMatchObject({ code: 0, stdout: '{"id":1}\n{"id":2}\n' });
  expect(JSON.parse(merged.stdout)).toMatchObject({ submissions: [{ id: 1 }, { id: 2 }] });
  expect(one.stdout).toBe('{"id":1}\n');
});

it("prints an error response, reports it on stderr and sets the exit code", async () => {
  const ended = await api(["GET", "/submissions/9", "-i", "--json"]);

  expect(ended).toMatchObject({ code: 3, stdout: /^HTTP 404\n(?:[\w-]+: .*\n)+\n\{"error"/ });
  expect(JSON.parse(ended.stderr)).toMatchObject({
    error: { code: "not_found", status: 404, request_id: "req_1" },
  });
});

it.skipIf(!hasTerminal)("indents JSON on a terminal, and escapes what it contains", async () => {
  bench.server.submissions.push(makeSubmission(1, [["m", "\u009B2J"]]));

  const ended = await bench.runOnTerminal("api", "GET", "/submissions/1");

  expect(ended.stdout).toContain('"m": "\\u009b2J"');
  expect(ended.stdout).not.toContain("\u009B");
});

it.each([
  ["an unknown method", ["FETCH", "/me"], 2],
  ["an invalid field", ["GET", "/me", "-F", "x"], 2],
  ["--paginate with POST", ["POST", "/forms", "--paginate"], 2],
  ["--paginate for a path that is not a list", ["GET", "/me", "--paginate"], 2],
  ["ndjson of a path that is not a list", ["GET", "/me", "--format", "ndjson"], 2],
  ["a missing input file", ["POST", "/forms", "--input", "/nowhere"], 66],
  ["another origin", ["GET", "http://127.0.0.1:1/api/v1/me"], 2],
  ["no path", ["GET"], 2],
])("rejects %s", async (_, args, code) => {
  expect(await api(args)).toMatchObject({ code, stdout: "" });
});
