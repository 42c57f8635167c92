import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasTerminal, runCli, runOnTerminal } from "../../../test/run-cli.ts";
import { KEY, FakeServer } from "../../../test/fake-server.ts";
import { openWorkbench } from "../../../test/workbench.ts";
import type { Workbench } from "../../../test/workbench.ts";

let bench: Workbench;
let credentials: string;
beforeEach(async () => {
  bench = await openWorkbench();
  credentials = join(bench.folder, "config", "intray", "credentials.json");
});
afterEach(() => bench[Symbol.asyncDispose]());

const auth = (args: readonly string[], stdin = "") =>
  runCli(["auth", ...args], { env: bench.bareEnv, stdin });
const login = (...args: string[]) =>
  auth(["login", "--base-url", bench.server.url, ...args], `${KEY}\n`);

describe("auth", () => {
  it("stores a key from standard input, readable by its owner only, and uses it", async () => {
    const stored = await login();
    const status = await auth(["status"]);
    const json = await auth(["status", "--json"]);

    expect(stored).toMatchObject({ code: 0, stdout: "" });
    expect(stored.stderr).not.toContain(KEY);
    expect((await stat(credentials)).mode & 0o777).toBe(0o600);
    expect(status.stdout).toBe(
      `profile\tdefault\nserver\t${bench.server.url} (profile default)\nkey\tAccount API key "test" (profile default)\n`,
    );
    expect(JSON.parse(json.stdout)).toMatchObject({ profile: "default", me: { kind: "account" } });
    expect(json.stdout + json.stderr).not.toContain(KEY);
  });

  it("does not store a key that the server rejects", async () => {
    const ended = await auth(["login", "--base-url", bench.server.url], "itk_acct_wrong");

    expect(ended.code).toBe(4);
    await expect(readFile(credentials)).rejects.toThrow("ENOENT");
  });

  it.each([
    ["nothing", "", 4],
    ["two words", "itk_acct_a itk_acct_b", 4],
    ["two lines", "itk_acct_a\nX-Evil: 1\n", 4],
  ])("rejects %s as a key before sending anything", async (_, text, code) => {
    const ended = await auth(["login", "--base-url", bench.server.url], text);

    expect(ended.code).toBe(code);
    expect(bench.server.seen).toEqual([]);
  });

  it("sends a stored key only to the origin it was stored for", async () => {
    const other = await FakeServer.start();
    try {
      await login();
      const ended = await auth(["status", "--base-url", other.url]);

      expect(ended.code).toBe(4);
      expect(ended.stderr).toContain(`is not sent to ${other.url}`);
      expect(other.seen).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it("keeps profiles separate and removes one at a time", async () => {
    await login("--profile", "work");
    await login("--profile", "home");

    const gone = await auth(["logout", "--profile", "work", "--json"]);
    const again = await auth(["logout", "--profile", "work"]);
    const codes = [
      (await auth(["status", "--profile", "work"])).code,
      (await auth(["status", "--profile", "home"])).code,
      (await auth(["status", "--profile", "nowhere"])).code,
    ];

    expect(JSON.parse(gone.stdout)).toEqual({ profile: "work", removed: true });
    expect(again).toMatchObject({ code: 0 });
    expect(codes).toEqual([4, 0, 78]);
  });

  it.skipIf(!hasTerminal)("prompts on a terminal without showing the key", async () => {
    const ended = await runOnTerminal(["auth", "login", "--base-url", bench.server.url], {
      env: bench.bareEnv,
      stdin: `${KEY}\r`,
    });

    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain("API key for");
    expect(await readFile(credentials, "utf8")).toContain(KEY);
  });

  it.skipIf(!hasTerminal)("does not prompt with --no-input", async () => {
    const args = ["auth", "login", "--no-input", "--base-url", bench.server.url];

    const ended = await runOnTerminal(args, { env: bench.bareEnv });

    expect(ended.code).toBe(66);
    expect(ended.stdout).toContain("--no-input disables");
  });
});
