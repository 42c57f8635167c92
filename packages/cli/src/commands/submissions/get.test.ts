import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasTerminal, runCli } from "../../../test/run-cli.ts";
import { useWorkbench } from "../../../test/workbench.ts";

const bench = await useWorkbench();

const run = (args: readonly string[]) => runCli(["submissions", ...args], { env: bench.env });

describe("submissions get", () => {
  it("prints names and values, and the record for --json", async () => {
    bench.server.fill(1);

    const [text, json] = [await run(["get", "1"]), await run(["get", "1", "--json"])];

    expect(text.stdout).toContain("id\t1\n");
    expect(text.stdout).toContain("> message\thello\n");
    expect(JSON.parse(json.stdout)).toEqual(bench.server.submissions[0]);
  });

  it.skipIf(!hasTerminal)("keeps the line breaks of text, below its start", async () => {
    const text = "Dear team,\r\n\r\n\tsee \u001B[2Jme\nAda\n";
    bench.server.fill(1, text);

    const ended = await bench.runOnTerminal("submissions", "get", "1", "--no-color");

    const rows = ended.stdout.replaceAll("\r\n", "\n");
    expect(rows).toMatch(/^> message  Dear team,\n {11}\n {11}\\tsee \\u001b\[2Jme\n {11}Ada\n/m);
    expect(rows).not.toContain("\u001B");
  });

  it("shows several submissions, in JSON as a list, and exits with 10 if one of them does not exist", async () => {
    bench.server.fill(2);
    const columns = ["--jq", ".[].id"];

    const text = await run(["get", "1", "2", "1"]);
    const some = await run(["show", "2", "9", "1", ...columns]);
    const none = await run(["get", "8", "9"]);
    const piped = await runCli(["submissions", "get", "-", ...columns], {
      env: bench.env,
      stdin: "1\n2\n",
    });

    expect(text.stdout.match(/^id\t\d$|^$/gm)).toEqual(["id\t1", "", "id\t2", ""]);
    expect(some).toMatchObject({ code: 10, stdout: "2\n1\n" });
    expect(some.stderr).toBe("intray: warning: 9: There is no submission 9.\n");
    expect(none).toMatchObject({ code: 10, stdout: "" });
    expect(piped).toMatchObject({ code: 0, stdout: "1\n2\n" });
    expect((await run(["get", "1", "x"])).code).toBe(2);
  });
});

it("open opens the page of the dashboard in the browser, without a key", async () => {
  const browser = join(bench.folder, "browser");
  const opened = join(bench.folder, "opened");
  await writeFile(browser, `#!/bin/sh\necho "$@" > ${opened}.new; mv ${opened}.new ${opened}\n`);
  await chmod(browser, 0o755);
  const env = { ...bench.env, INTRAY_API_KEY: "", BROWSER: browser };

  const ended = await runCli(["open", "7"], { env });
  const nowhere = { env: { ...env, BROWSER: join(bench.folder, "no-browser") } };
  const without = await runCli(["open", "7"], nowhere);
  const ofForm = await runCli(["open", "0123456789ab"], nowhere);
  const both = await runCli(["open", "7", "--form", "1"], nowhere);

  const url = `${bench.server.url}/dashboard/submissions/7`;
  expect(ofForm.stdout).toBe(`${bench.server.url}/dashboard/forms/0123456789ab\n`);
  expect(both).toMatchObject({ code: 2, stdout: "" });
  expect(ended).toMatchObject({ code: 0, stdout: `${url}\n` });
  expect(without).toEqual({
    code: 0,
    stdout: `${url}\n`,
    stderr: "No browser could be started.\n",
  });
  await expect.poll(() => readFile(opened, "utf8").catch(() => "")).toBe(`${url}\n`);
  expect(bench.server.seen).toEqual([]);
});
