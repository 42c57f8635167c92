import { spawnSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runBin, startCli } from "../test/run-cli.ts";
import { useWorkbench, failed } from "../test/workbench.ts";

const FAST_TIMERS = fileURLToPath(new URL("../test/fast-timers.js", import.meta.url));
/** A uid without an account, as containers may have. */
const UNKNOWN_UID = 54_321;
const isRoot = process.getuid?.() === 0;
/** Not if the clone is in a folder that only root may enter. */
const canBeOther = isRoot && spawnSync(process.execPath, ["-v"], { uid: UNKNOWN_UID }).status === 0;

const bench = await useWorkbench();
beforeEach(() => chmod(bench.folder, 0o755));

describe("the home folder", () => {
  it("is that of the account when HOME is not set", async () => {
    const { HOME: _, XDG_CONFIG_HOME: __, ...env } = bench.env;

    const ended = await runBin(["doctor"], { env });

    expect(ended.stdout).toMatch(/ in \/.*\/\.config\/intray\/config\.json; /);
  });

  it.runIf(canBeOther)("is not needed by commands that read nothing from it", async () => {
    bench.server.fill(1, "hello");
    const { HOME: _, XDG_CONFIG_HOME: __, ...env } = bench.env;

    const options = { env, uid: UNKNOWN_UID, cwd: "/" };
    const listed = await runBin(["submissions", "list"], options);
    const set = await runBin(["config", "set", "format", "json"], options);

    expect(listed).toMatchObject({ code: 0, stderr: "", stdout: /message=hello/ });
    expect(set).toMatchObject(failed(74, "or set XDG_CONFIG_HOME"));
  });
});

describe("a configuration that cannot be written", () => {
  it("fails writing with 74 but not reading, when a file has the name of its folder", async () => {
    const file = join(bench.folder, "file");
    await writeFile(file, "");
    const env = { ...bench.env, XDG_CONFIG_HOME: file };

    const set = await runBin(["config", "set", "format", "json"], { env });
    const read = await runBin(["config", "list"], { env });

    expect([set.code, read.code]).toEqual([74, 0]);
    expect(set.stderr).toContain("or set XDG_CONFIG_HOME");
  });

  it.skipIf(isRoot && !canBeOther)("fails writing with 74 if its folder is read-only", async () => {
    const folder = join(bench.folder, "config");
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o555);

    const set = await runBin(["config", "set", "format", "json"], {
      env: bench.env,
      uid: isRoot ? UNKNOWN_UID : undefined,
      cwd: "/",
    });

    expect(set).toMatchObject(failed(74, "cannot be written (permission denied, EACCES)"));
  });
});

describe("output", () => {
  it.each(["C", "POSIX", "de_DE.ISO-8859-1"])("is UTF-8 under the locale %s", async (locale) => {
    bench.server.fill(1, "Grüße 漢字 🎈");

    const env = { ...bench.env, LC_ALL: locale, LANG: locale };
    const ended = await runBin(["submissions", "list", "--format", "ndjson"], { env });

    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      payload_params: { message: "Grüße 漢字 🎈" },
    });
  });

  it("is complete for a reader that stalls for fifteen seconds", async () => {
    bench.server.fill(100, "x".repeat(20_000));
    const child = startCli(["submissions", "list", "--json"], {
      env: { ...bench.env, NODE_OPTIONS: `--import ${FAST_TIMERS}` },
    });
    child.stdin.end();
    child.stdout.pause();
    let [stdout, stderr] = ["", ""];
    const stalled = Promise.withResolvers<void>();
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      if (stderr.includes("stalled for 15 s")) stalled.resolve();
    });
    child.once("close", () => stalled.resolve());
    await stalled.promise;

    for await (const chunk of child.stdout.setEncoding("utf8")) stdout += String(chunk);

    expect(stderr).toBe("stalled for 15 s\n");
    expect((JSON.parse(stdout) as { submissions: unknown[] }).submissions).toHaveLength(100);
  });
});
