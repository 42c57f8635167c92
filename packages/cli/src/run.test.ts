import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runBin, runCli, runShell, hasTerminal, BIN } from "../test/run-cli.ts";
import { runOnTerminal } from "../test/terminal.ts";
import { useWorkbench, failed } from "../test/workbench.ts";

const bench = await useWorkbench();

/** The hint: the second line, unless that is the request id. */
const hintOf = (stderr: string) =>
  stderr.split("\n").find((line, i) => i > 0 && line !== "" && !line.startsWith("Request id")) ??
  null;

describe("the exit code", () => {
  it.each([
    ["an unknown flag", ["submissions", "list", "--bogus"], {}, 2],
    ["an unknown command", ["submissions", "lst"], {}, 2],
    ["a flag of the wrong type", ["submissions", "list", "--limit", "many"], {}, 2],
    ["a limit of 0", ["submissions", "list", "--limit", "0"], {}, 2],
    ["an unknown filter", ["submissions", "list", "--filter", "old"], {}, 2],
    ["a bad timeout", ["submissions", "list", "--timeout", "soon"], {}, 2],
    ["a bad --base-url", ["submissions", "list", "--base-url", "x"], {}, 2],
    ["a bad INTRAY_BASE_URL", ["submissions", "list"], { INTRAY_BASE_URL: "x" }, 78],
    ["no key", ["submissions", "list"], { INTRAY_API_KEY: "" }, 4],
    ["a wrong key", ["submissions", "list"], { INTRAY_API_KEY: "itk_acct_wrong" }, 4],
    ["a missing key file", ["submissions", "list", "--api-key-file", "/nowhere"], {}, 66],
    [
      "an address without a server",
      ["submissions", "list", "--retries", "0"],
      { INTRAY_BASE_URL: "http://127.0.0.1:1" },
      75,
    ],
    ["an unknown submission", ["submissions", "get", "42"], {}, 3],
    ["an invalid id", ["submissions", "get", "4x"], {}, 2],
    ["a missing id", ["submissions", "get"], {}, 2],
  ])("and the error are right for %s", async (_, args, env, code) => {
    const options = { env: { ...bench.env, ...env } };
    const [text, json] = [await runCli(args, options), await runCli([...args, "--json"], options)];

    expect({ code: text.code, stdout: text.stdout }).toEqual({ code, stdout: "" });
    expect(text.stderr).toMatch(/^intray: [^\n]+\.\n/);
    expect({ code: json.code, stdout: json.stdout }).toEqual({ code, stdout: "" });
    expect(JSON.parse(json.stderr)).toEqual({
      error: {
        code: /^[a-z_0-9]+$/,
        message: expect.any(String),
        status: code === 3 ? 404 : code === 4 && text.stderr.includes("req_1") ? 401 : null,
        request_id: text.stderr.includes("req_1") ? "req_1" : null,
        hint: hintOf(text.stderr),
      },
    });
  });

  it.each([
    [500, 75],
    [503, 75],
    [429, 75],
    [403, 4],
    [409, 5],
    [501, 5],
  ])("for HTTP status %i is %i", async (status, code) => {
    bench.server.refuse("GET /me", status, "internal", "No.");

    expect(await bench.run("auth", "status", "--retries", "0")).toMatchObject({ code, stdout: "" });
  });

  it.each([
    ["a page that is not JSON", 200],
    ["a redirect", 302],
    ["a 404 of another service", 404],
  ])("is 78 for %s", async (_, status) => {
    bench.server.instead.set("GET /me", (_request, response) => {
      response.writeHead(status, { "content-type": "text/html", location: "/login" });
      response.end("<h1>Welcome</h1>");
    });

    expect(await bench.run("auth", "status")).toMatchObject(failed(78, "--base-url"));
  });
});

describe("errors", () => {
  it("never contain a key, whether typed as an argument or set in the environment", async () => {
    const args = ["submissions", "list", "--api-key=itk_acct_typed", "itk_acct_word", "--json"];

    const ended = await runBin(args, { env: { ...bench.env, INTRAY_API_KEY: "itk_acct_hidden" } });

    expect(ended.code).toBe(2);
    expect(ended.stdout + ended.stderr).not.toMatch(/typed|hidden|_word|"parse"/);
  });

  it("escape control characters in the server's message", async () => {
    bench.server.refuse("GET /me", 422, "invalid", "Bad \u001B[2J\u009B31m");

    const ended = await runCli(["auth", "status"], { env: bench.env });

    expect(ended.stderr).toContain("Bad \\u001b[2J\\u009b31m");
    // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
    expect(ended.stderr).not.toMatch(/[\u001B\u009B]/);
  });

  it("name the rejected field", async () => {
    expect(await bench.run("forms", "create", "--name", "taken")).toMatchObject(
      failed(5, "name: This name is taken."),
    );
  });
});

describe("output", () => {
  it("ends without an error when its reader exits", async () => {
    bench.server.fill(100, "x".repeat(10_000));

    const ended = await runShell(
      'set -o pipefail; $INTRAY submissions list --format ndjson | head -n 1 | cut -c 1-5; echo "${PIPESTATUS[0]}"',
      { env: bench.env },
    );

    expect(ended).toEqual({ code: 0, stdout: '{"id"\n0\n', stderr: "" });
  });

  it("fails with 74 when it cannot be written", async () => {
    bench.server.fill(3);

    const ended = await runShell("$INTRAY submissions list > /dev/full", { env: bench.env });

    const stderr = "intray: Standard output cannot be written (the disk is full, ENOSPC).\n";
    expect(ended).toMatchObject({ code: 74, stderr });
  });

  it.skipIf(!hasTerminal)("has colors on a terminal only, and not with NO_COLOR", async () => {
    bench.server.fill(1);
    const args = ["submissions", "list"];

    const [colored, plain, flagged] = await Promise.all([
      runOnTerminal(args, { env: bench.env }),
      runOnTerminal(args, { env: { ...bench.env, NO_COLOR: "1" } }),
      runOnTerminal([...args, "--no-color"], { env: bench.env }),
    ]);

    expect(colored.stdout).toContain("\u001B[1m");
    expect(plain.stdout + flagged.stdout).not.toContain("\u001B");
  });
});

describe("bin/run.js", () => {
  /** A copy of the program without everything that it imports. */
  async function loneBin(): Promise<string> {
    const bin = join(bench.folder, "bin");
    await mkdir(bin);
    await copyFile(BIN, join(bin, "run.js"));
    await writeFile(join(bench.folder, "package.json"), '{"type":"module"}');
    return join(bin, "run.js");
  }

  it("explains what to do when the CLI has not been built", async () => {
    expect(await runShell(`${process.execPath} ${await loneBin()}`, { env: bench.env })).toEqual({
      code: 78,
      stdout: "",
      stderr: "intray: The CLI has not been built.\nRun npm run build in the repository first.\n",
    });
  });

  const given = ["18.20.8", "20.20.2", "22.18.0"];
  it.each(given)("refuses Node %s before any import", async (version) => {
    const old = join(bench.folder, "old.cjs");
    const versions = `{ ...process.versions, node: "${version}" }`;
    await writeFile(
      old,
      `for (const [name, value] of [["versions", ${versions}], ["version", "v${version}"]])
         Object.defineProperty(process, name, { value });`,
    );
    const line = `${process.execPath} --require ${old} ${await loneBin()} submissions list`;

    const [text, json] = [
      await runShell(line, { env: bench.env }),
      await runShell(`${line} --json`, { env: bench.env }),
    ];

    const message = `Node.js 22.19 or later is required, and this is v${version} (${process.execPath}).`;
    const hint =
      "Install Node.js 24 from https://nodejs.org, or put it first in PATH. Debian 12 and 13 ship 18 and 20.";
    expect(text).toEqual({ code: 78, stdout: "", stderr: `intray: ${message}\n${hint}\n` });
    expect(json).toMatchObject({ code: 78, stdout: "" });
    expect(JSON.parse(json.stderr)).toEqual({
      error: { code: "old_node", message, status: null, request_id: null, hint },
    });
  });

  it("requires the version of Node that package.json names", async () => {
    const { engines } = JSON.parse(
      await readFile(new URL("../package.json", import.meta.url), "utf8"),
    ) as { engines: { node: string } };
    const required = /REQUIRED = \[(\d+), (\d+)\]/.exec(await readFile(BIN, "utf8"));

    expect(engines.node).toBe(`>=${required?.[1]}.${required?.[2]}`);
  });
});
