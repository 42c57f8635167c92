import { hasTerminal } from "../../test/run-cli.ts";
import { makeSubmission } from "../../test/fake-server.ts";
import { useWorkbench, failed } from "../../test/workbench.ts";

const bench = await useWorkbench();
const { run } = bench;
const HOSTILE = "a\u001B[2J\u202E";

describe("--jq", () => {
  it.each([
    [["submissions", "list"], ".submissions[].id, .meta.count", "2\n1\n2\n"],
    [
      ["submissions", "list", "--columns", "id,message"],
      ".submissions[0]",
      '{"id":2,"message":"hello"}\n',
    ],
    [["submissions", "list", "--format", "ndjson"], '.id, (.email // "")', "2\n\n1\n\n"],
    [["submissions", "get", "1"], ".payload_params.message", "hello\n"],
    [["submissions", "get", "1"], "-.id", "-1\n"],
    [["submissions", "get", "1"], "empty", ""],
    [["api", "GET", "/submissions"], '.submissions | map(.id) | @csv, "x\\ny"', "2,1\nx\ny\n"],
    [["forms", "create", "--name", "Contact"], ".uuid", "0123456789ab\n"],
  ])("of %j: %s", async (args, jq, stdout) => {
    bench.server.fill(2);

    expect(await run(...args, "--jq", jq)).toEqual({ code: 0, stdout, stderr: "" });
  });

  it.each([
    [".submissions[", "line 1, column 13"],
    [
      ".\n| nope(1)",
      "nope/1 is not defined at <top-level>, line 2, column 3:\n    | nope(1)\n      ^^^^",
    ],
    ["", "Top-level program not given"],
  ])("with a mistake says where, and sends nothing: %j", async (jq, where) => {
    expect(await run("submissions", "list", "--jq", jq)).toMatchObject(failed(2, where));
    expect(bench.server.seen).toEqual([]);
  });

  it.each([
    [["--jq", ".submissions.id"], 'intray: --jq: Cannot index array with string ("id")\n'],
    [["--jq", ".", "--format", "tsv"], "An expression cannot be combined with --format tsv."],
  ])("is refused: %j", async (flags, why) => {
    bench.server.fill(1);

    expect(await run("submissions", "list", ...flags)).toMatchObject(failed(2, why));
  });

  it("prints the body of an error as it is", async () => {
    const ended = await run("api", "GET", "/submissions/9", "--jq", ".id");

    expect(ended).toMatchObject({ code: 3, stdout: expect.stringContaining('{"error"') });
  });
});

it("queue run refuses an expression, which its lines would ignore", async () => {
  expect((await run("queue", "run", "--jq", ".", "--", "true")).code).toBe(2);
});

it.skipIf(!hasTerminal)("expressions escape on a terminal what it would obey", async () => {
  bench.server.submissions.push(makeSubmission(1, [["m", HOSTILE]]));
  const get = ["submissions", "get", "1"];

  const text = ["--jq", ".payload_params.m"];
  const { stdout } = await bench.runOnTerminal(...get, ...text);
  expect((await run(...get, ...text)).stdout).toBe(`${HOSTILE}\n`);
  expect(stdout).toContain(String.raw`a\u001b[2J\u202e`);
  const row = ["--jq", "[.id, .payload_params.m] | @tsv"];
  expect((await bench.runOnTerminal(...get, ...row)).stdout).toMatch(/^1\ta/);
});
