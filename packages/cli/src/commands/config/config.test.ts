import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "../../../test/run-cli.ts";
import { useWorkbench, failed } from "../../../test/workbench.ts";

const bench = await useWorkbench();

const run = (...args: string[]) => runCli(args, { env: bench.bareEnv, cwd: bench.folder });
const config = (...args: string[]) => run("config", ...args);
const stored = async () =>
  JSON.parse(await readFile(join(bench.folder, "config", "intray", "config.json"), "utf8"));

it("sets, gets, lists and unsets settings", async () => {
  await config("set", "form", "3");
  await config("set", "queue.concurrency", "4");
  await config("set", "queue.watch", "true");

  const list = await config("list");
  await config("unset", "queue.watch");

  expect(list.stdout).toBe(
    [
      "profile\tdefault\tdefault_profile",
      "base_url\thttp://127.0.0.1:8787\tthe default",
      "form\t3\tprofile default",
      "format\t\t",
      "queue.concurrency\t4\tprofile default",
      "queue.watch\ttrue\tprofile default",
      "",
    ].join("\n"),
  );
  expect(await stored()).toEqual({
    default_profile: "default",
    profiles: { default: { form: "3", queue: { concurrency: 4 } } },
  });
});

it("shows where each setting is set, by precedence", async () => {
  await config("set", "form", "3");
  await writeFile(join(bench.folder, ".intray.json"), `{"form":"4","queue":{"max":2}}`);

  const project = await config("list", "--json");
  const environment = await runCli(["config", "list"], {
    env: { ...bench.bareEnv, INTRAY_FORM_ID: "5" },
    cwd: bench.folder,
  });

  expect(JSON.parse(project.stdout)).toMatchObject({
    settings: expect.arrayContaining([
      { name: "form", value: "4", source: ".intray.json" },
      { name: "queue.max", value: 2, source: ".intray.json" },
    ]),
  });
  expect(environment.stdout).toContain("form\t5\t");
});

it.each([
  [["set", "color", "red"], 2, "The settings are base_url, form, format"],
  [["set", "queue.pass-credentials", "true"], 2, "There is no setting"],
  [["set", "format", "xml"], 2, "table, tsv, json, ndjson"],
  [["set", "base_url", "ftp://example.org"], 2, "http or https"],
  [["set", "base_url", "https://me:pass@example.org"], 2, "without user"],
  [["set", "default_profile", "nowhere"], 2, "intray auth login --profile"],
  [["set", "form"], 2, "value"],
])("rejects %j", async (args, code, sentence) => {
  const ended = await config(...args);

  expect(ended).toMatchObject(failed(code, sentence));
  expect(ended.stderr).not.toContain("pass@");
});

it("switches to an existing profile only", async () => {
  await config("set", "base_url", "https://work.test", "--profile", "work");
  await config("set", "base_url", "https://home.test", "--profile", "home");

  const [known, unknown] = [
    await run("auth", "switch", "home"),
    await run("auth", "switch", "nowhere"),
  ];

  expect(known).toMatchObject({ code: 0, stdout: "" });
  expect((await config("list")).stdout).toContain("base_url\thttps://home.test\t");
  expect(unknown).toMatchObject(failed(2, "The profiles are work, home"));
});
