import { hasTerminal, runCli } from "../../../test/run-cli.ts";
import { runOnTerminal } from "../../../test/terminal.ts";
import { respond, makeSubmission } from "../../../test/fake-server.ts";
import { useWorkbench, failed } from "../../../test/workbench.ts";

const bench = await useWorkbench();

const run = (args: readonly string[], stdin?: string) =>
  runCli(["submissions", ...args], { env: bench.env, ...(stdin !== undefined && { stdin }) });
const queryOf = (index: number) =>
  Object.fromEntries(
    new URL(bench.server.seen.at(index)?.url ?? "", bench.server.url).searchParams,
  );

describe("submissions list", () => {
  it("prints tab-separated values to a pipe, newest first", async () => {
    bench.server.fill(2);

    expect(await run(["list"])).toEqual({
      code: 0,
      stderr: "",
      stdout: [2, 1]
        .map((id) => `${id}\tContact\t2026-01-01T00:00:00.00${id}Z\tnew\t\tmessage=hello\n`)
        .join(""),
    });
  });

  it("prints the API's envelope with all rows in it for --json", async () => {
    bench.server.fill(250);

    const ended = await run(["list", "--all", "--json"]);

    const envelope = JSON.parse(ended.stdout) as { submissions: { id: number }[]; meta: object };
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(envelope.submissions.map(({ id }) => id)).toEqual(
      Array.from({ length: 250 }, (_, i) => 250 - i),
    );
    expect(envelope.meta).toMatchObject({ count: 250, next_cursor: null, inbox_count: 250 });
  });

  it("says if the server has not counted to the end", async () => {
    const meta = { count: 10_000, count_exact: false, page: 1, per_page: 1, next_cursor: "c" };
    bench.server.answer("GET /submissions", { submissions: [makeSubmission(1, [])], meta });

    const { stderr } = await run(["list", "--query", "x", "--limit", "1", "--columns", "id"]);

    expect(stderr).toBe("Showing 1 of at least 10,000; add --all for the rest.\n");
  });

  it("prints no notes with --quiet, details with --verbose, and never the key", async () => {
    bench.server.fill(3);
    const args = ["list", "--limit", "1", "--columns", "id"];

    const [quiet, verbose] = [await run([...args, "-q"]), await run([...args, "--verbose"])];

    expect(quiet).toEqual({ code: 0, stdout: "3\n", stderr: "" });
    expect(verbose.stderr.replace(/\d+ ms/, "N ms").split("\n")).toEqual([
      `Server: ${bench.server.url} (INTRAY_BASE_URL). Key: INTRAY_API_KEY.`,
      "GET /submissions 200 N ms req_1",
      "Showing 1 of 3; add --all for the rest.",
      "",
    ]);
  });

  it("prints no cursor when it stops within a page, since that cursor would skip rows", async () => {
    bench.server.fill(250);

    const within = JSON.parse((await run(["list", "--limit", "150", "--json"])).stdout) as object;
    const between = JSON.parse((await run(["list", "--limit", "100", "--json"])).stdout) as object;

    expect(within).not.toHaveProperty("meta.next_cursor");
    expect(between).toHaveProperty("meta.next_cursor", "151");
  });

  it("requests no more rows than it prints, with the query parameters of the API", async () => {
    bench.server.fill(3);

    const flags = "--limit 2 --form 7 --filter new --delivery-state failed";
    await run(["list", ...flags.split(" "), "--since", "2026-01-31", "--query", "a b"]);

    expect(queryOf(0)).toEqual({
      per_page: "2",
      form_id: "7",
      filter_by: "new",
      query: "a b",
      delivery_state: "failed",
      created_after: "2026-01-31T00:00:00.000Z",
    });
    expect(bench.server.seen).toHaveLength(1);
  });

  it.each([
    ["list", "--format", "ndjson"],
    ["list", "--format", "tsv"],
    ["export"],
    ["export", "--format", "tsv"],
    ["tail", "--since", "1h"],
  ])("%s %s %s takes the name of a field, and refuses a mistyped one", async (...args) => {
    bench.server.fill(2);

    const ended = await run([...args, "--columns", "id,mesage"]);

    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toBe(
      'intray: There is no column "mesage", and no field of that name in the newest 2 submissions.\nDid you mean message? Their fields are message. payload_params.mesage selects a field that they do not have.\n',
    );
    if (args[0] === "tail") return;
    const named = await run([...args, "--columns", "id,message", "--filter", "all"]);
    expect(named).toMatchObject({ code: 0, stderr: "", stdout: /"message":"hello"|\thello\n/ });
  });

  it("finds a field that the first rows lack", async () => {
    bench.server.submissions.push(makeSubmission(1, [["rare", "x"]]), makeSubmission(2, []));

    expect(await run(["list", "--limit", "1", "--columns", "id,rare"])).toMatchObject({
      code: 0,
      stdout: "2\t\n",
    });
  });

  it("prints nothing for an empty list, and an envelope for --json", async () => {
    const [text, json] = [await run(["list"]), await run(["list", "--json"])];

    expect(text).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(JSON.parse(json.stdout)).toMatchObject({ submissions: [], meta: { count: 0 } });
  });

  it("escapes control characters in all of the envelope", async () => {
    const formName = "\u009B2J\u202Eexe.\u2028";
    bench.server.formName = formName;
    onTestFinished(() => void (bench.server.formName = null));

    const { stdout } = await run(["list", "--json"]);

    expect(stdout).not.toMatch(/[\u0080-\u009F\u2028-\u202E]/);
    expect(JSON.parse(stdout)).toMatchObject({ meta: { form_name: formName } });
  });
});

describe("the columns of a table", () => {
  const list = (...args: string[]) =>
    bench.runOnTerminal("submissions", "list", "--no-color", ...args);

  it.skipIf(!hasTerminal)("fit in 80 columns, and ids and times are whole", async () => {
    for (const id of [1, 123_456_789]) {
      bench.server.submissions.push(makeSubmission(id, [["message", "x".repeat(200)]]));
    }

    const rows = (await list()).stdout.split("\r\n");

    expect(rows.filter((row) => row.length > 80)).toEqual([]);
    expect(rows[1]).toMatch(/^123456789 +\S.* (?:\d+[smhd] ago|now|\d{4}-\d\d-\d\d) .*…$/);
  });

  it.skipIf(!hasTerminal)("are shown whole with --wide, and chosen with --columns", async () => {
    bench.server.fill(1, "x".repeat(200));

    const wide = (await list("--wide")).stdout;
    const chosen = (await list("--columns", "state,id,payload_params.message")).stdout;

    expect(wide).toContain(`message=${"x".repeat(200)}`);
    expect(chosen.split("\r\n")[0]).toMatch(/^STATE +ID +PAYLOAD_PARAMS.MESSAGE$/);
  });

  it("are those of TSV too, with --headers as its first line", async () => {
    bench.server.fill(1);

    const ended = await run(["list", "--columns", "id, State", "--headers"]);
    const all = await run(["list", "--headers"]);

    expect(ended.stdout).toBe("id\tstate\n1\tnew\n");
    expect(all.stdout.split("\n")[0]).toBe("id\tform\treceived\tstate\temail\tfields");
  });
});

describe("submissions mark", () => {
  it("sends the given marks", async () => {
    bench.server.fill(1);

    const others = ["--assignee", "none", "--snooze-until", "2026-12-01"];

    const ended = await run(["mark", "1", "--read", "--ham", ...others]);

    expect(ended).toEqual({ code: 0, stdout: "1\tread\n", stderr: "" });
    expect(bench.server.seen.map(({ method, body }) => [method, body])).toEqual([
      [
        "PATCH",
        '{"submission":{"read":true,"spam":false,"assignee":null,"snoozed_until":"2026-12-01"}}',
      ],
    ]);
  });

  it("adds and removes tags, and fails instead of marking without them", async () => {
    bench.server.fill(1);
    const tagged = { results: [{ submission_id: 1, status: "updated" }] };
    bench.server.answer("POST /submissions/bulk", tagged);

    const ended = await run(["mark", "1", "--read", "--add-tag", "vip", "--remove-tag", "later"]);
    bench.server.answer("POST /submissions/bulk", {}, 404);
    const refused = await run(["mark", "1", "--read", "--add-tag", "vip"]);

    expect(ended).toEqual({ code: 0, stdout: "1\tupdated\n", stderr: "" });
    expect(refused.code).not.toBe(0);
    expect(bench.server.seen.map(({ method, body }) => [method, body])).toEqual([
      [
        "POST",
        '{"submission_ids":[1],"set":{"read":true,"add_tags":["vip"],"remove_tags":["later"]}}',
      ],
      ["POST", '{"submission_ids":[1],"set":{"read":true,"add_tags":["vip"]}}'],
    ]);
  });

  it("requires --yes for several submissions when not on a terminal", async () => {
    bench.server.fill(2);

    expect(await run(["mark", "1", "2", "--trash"])).toMatchObject(failed(2, "--yes"));
    expect(bench.server.seen).toEqual([]);
  });

  it("exits with 10 if no submission exists, each named once", async () => {
    const text = await run(["mark", "-", "--spam", "--yes"], "98\n99\n\n99\n");
    const json = await run(["mark", "98", "99", "--read", "--yes", "--json"]);

    expect(text).toEqual({ code: 10, stdout: "98\tnot_found\n99\tnot_found\n", stderr: "" });
    expect(json).toMatchObject({ code: 10, stderr: "" });
    expect(JSON.parse(json.stdout)).toEqual({
      results: [98, 99].map((submission_id) => ({ submission_id, status: "not_found" })),
    });
  });

  it("sends one bulk request per thousand submissions", async () => {
    bench.server.instead.set("POST /submissions/bulk", (_, response) => {
      const { body = "" } = bench.server.seen.at(-1) ?? {};
      const { submission_ids } = JSON.parse(body) as { submission_ids: number[] };
      const results = submission_ids.map((submission_id) => ({
        submission_id,
        status: submission_id === 5 ? "not_found" : "updated",
      }));
      respond(response, 200, { results });
    });
    const ids = Array.from({ length: 1_001 }, (_, at) => at + 1);

    const ended = await run(["mark", "-", "--read", "--yes"], ids.join("\n"));

    expect(ended).toMatchObject({ code: 10, stderr: "" });
    expect(ended.stdout.split("\n").slice(3, 6)).toEqual([
      "4\tupdated",
      "5\tnot_found",
      "6\tupdated",
    ]);
    expect(bench.server.seen.map(({ body }) => JSON.parse(body) as object)).toEqual([
      { submission_ids: ids.slice(0, 1_000), set: { read: true } },
      { submission_ids: [1_001], set: { read: true } },
    ]);
  });

  it.each([
    ["nothing to do", ["mark", "1"]],
    ["opposites", ["mark", "1", "--read", "--unread"]],
    ["an invalid id", ["mark", "1", "-2", "--read"]],
  ])("rejects %s with exit code 2", async (_, args) => {
    bench.server.fill(1);

    expect([(await run(args)).code, bench.server.seen]).toEqual([2, []]);
  });

  it.skipIf(!hasTerminal).each([
    ["y\n", 0, 1],
    ["n\n", 130, 0],
    ["\n", 130, 0],
  ])("asks for confirmation on a terminal; %j exits with %i", async (typed, code, requests) => {
    bench.server.answer("POST /submissions/bulk", { results: [] });

    const args = ["submissions", "mark", "1", "2", "--read"];
    const ended = await runOnTerminal(args, { env: bench.env, stdin: typed });

    expect(ended.stdout).toContain("Mark 2 submissions (--read)? [y/N]");
    expect(ended.code).toBe(code);
    expect(bench.server.seen).toHaveLength(requests);
  });
});
