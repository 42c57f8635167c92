import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSubmission } from "../../../test/fake-server.ts";
import { hasTerminal, runCli, runOnTerminal } from "../../../test/run-cli.ts";
import { openWorkbench } from "../../../test/workbench.ts";
import type { Workbench } from "../../../test/workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});
afterEach(() => bench[Symbol.asyncDispose]());

const run = (args: readonly string[]) => runCli(["submissions", ...args], { env: bench.env });

describe("the columns of a table", () => {
  const list = (...args: string[]) =>
    runOnTerminal(["submissions", "list", "--no-color", ...args], { env: bench.env });

  it.skipIf(!hasTerminal)("fit in 80 columns, and ids and times are whole", async () => {
    for (const id of [1, 123_456_789]) {
      bench.server.submissions.push(makeSubmission(id, [["message", "x".repeat(200)]]));
    }

    const rows = (await list()).stdout.split("\r\n");

    expect(rows.filter((row) => row.length > 80)).toEqual([]);
    expect(rows[1]).toMatch(/^123456789 +\S.* (?:\d+[smhd] ago|now|\d{4}-\d\d-\d\d) .*…$/);
  });

  it.skipIf(!hasTerminal)("are shown whole with --wide, and chosen with --columns", async () => {
    bench.server.submissions.push(makeSubmission(1, [["message", "x".repeat(200)]]));

    const wide = (await list("--wide")).stdout;
    const chosen = (await list("--columns", "state,id,payload_params.message")).stdout;

    expect(wide).toContain(`message=${"x".repeat(200)}`);
    expect(chosen.split("\r\n")[0]).toMatch(/^STATE +ID +PAYLOAD_PARAMS.MESSAGE$/);
  });

  it("are those of TSV too, with --headers as its first line", async () => {
    bench.server.submissions.push(makeSubmission(1, [["message", "hello"]]));

    const ended = await run(["list", "--columns", "id, State", "--headers"]);
    const all = await run(["list", "--headers"]);

    expect(ended.stdout).toBe("id\tstate\n1\tnew\n");
    expect(all.stdout.split("\n")[0]).toBe("id\tform\treceived\tstate\temail\tfields");
  });

  it.each([
    ["--columns nope", 'There is no column "nope"'],
    ["--columns id,", "--columns has an empty name"],
    ["--columns id --fields id", "--fields"],
    ["--columns id --json", "--columns works with --format table and tsv"],
  ])("are refused as %s", async (args, message) => {
    const ended = await run(["list", ...args.split(" ")]);

    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  });
});
