import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasTerminal, runCli, runOnTerminal } from "../../../test/run-cli.ts";
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

  it.skipIf(!hasTerminal)(
    "keeps the line breaks of text on a terminal, below its start",
    async () => {
      const text = "Dear team,\r\n\r\n\tsee \u001B[2Jme\nAda\n";
      bench.server.fill(1, text);

      const ended = await runOnTerminal(["submissions", "get", "1", "--no-color"], {
        env: bench.env,
      });

      const rows = ended.stdout.replaceAll("\r\n", "\n");
      expect(rows).toMatch(/^> message  Dear team,\n {11}\n {11}\\tsee \\u001b\[2Jme\n {11}Ada\n/m);
      expect(rows).not.toContain("\u001B");
    },
  );

  it("opens the page of the dashboard in the browser, without a key", async () => {
    const browser = join(bench.folder, "browser");
    const opened = join(bench.folder, "opened");
    await writeFile(browser, `#!/bin/sh\necho "$@" > ${opened}.new; mv ${opened}.new ${opened}\n`);
    await chmod(browser, 0o755);
    const env = { ...bench.env, INTRAY_API_KEY: "", BROWSER: browser };

    const ended = await runCli(["submissions", "get", "7", "--web"], { env });
    const without = await runCli(["submissions", "get", "7", "--web"], {
      env: { ...env, BROWSER: join(bench.folder, "no-browser") },
    });

    const url = `${bench.server.url}/dashboard/submissions/7`;
    expect(ended).toMatchObject({ code: 0, stdout: `${url}\n` });
    expect(without).toEqual({
      code: 0,
      stdout: `${url}\n`,
      stderr: "No browser could be started.\n",
    });
    await expect.poll(() => readFile(opened, "utf8").catch(() => "")).toBe(`${url}\n`);
    expect(bench.server.seen).toEqual([]);
  });
});
