// The commands that the product prints, run as printed: the first steps of a new server, and the curl commands of
// /docs. What the CLI advises is compared with its commands; commands/examples.test.ts runs the examples of its help,
// and test/docs/code-blocks.test.ts what the pages say.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unescapeHtml } from "../../packages/server/test/shown-form.ts";
import { openShell } from "../harness/shell.ts";
import { KEY } from "../harness/server-program.ts";
import { useShared } from "../harness/use.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Errors of a command that is wrong whatever the server has stored. */
const WRONG = /"code":"(?:malformed|unauthenticated|forbidden|invalid|method_not_allowed)"/;

const shell = useShared(() => openShell());

const lineOf = (text: string, begin: string) =>
  text.split("\n").flatMap((line) => (line.startsWith(begin) ? [line.trim()] : []));
const runLine = (line: string, env: Readonly<Record<string, string>> = {}, of = shell) =>
  of.run("sh", ["-c", line], env);

it.each([
  ["a key that the server made", ""],
  ["the operator's own key", KEY],
])("the commands of first-start.txt work with %s", async (_, key) => {
  await using server = await openShell({ INTRAY_BOOTSTRAP_ACCOUNT_KEY: key });
  const told = readFileSync(join(server.folder, "data", "first-start.txt"), "utf8");
  const commands = lineOf(told, "  curl ");
  const env = key === "" ? {} : { INTRAY_BOOTSTRAP_ACCOUNT_KEY: key };

  const answers: string[] = [];
  for (const command of commands) answers.push((await runLine(command, env, server)).stdout);

  expect(answers).toEqual([
    expect.stringContaining('"success":true'),
    expect.stringContaining('"read":false'),
    expect.stringContaining('"read":true'),
  ]);
});

it("the curl commands of /docs that read are understood by the server", async () => {
  const page = await (await fetch(`${shell.url}/docs`)).text();
  const blocks = [...page.matchAll(/<code[^>]*>((?:export|curl) [^<]*)<\/code>/g)]
    .map(([, code = ""]) => unescapeHtml(code))
    .filter((code) => !/ -X | -N /.test(code));

  const answers = await Promise.all(
    blocks.map(async (printed) => {
      const command = printed.replace("itk_acct_…", KEY);
      return { printed, ...(await runLine(command, { INTRAY_KEY: KEY })) };
    }),
  );

  expect(answers.length).toBeGreaterThan(20);
  expect(answers.filter(({ stdout }) => WRONG.test(stdout))).toEqual([]);
  expect(answers[0]?.stdout).toContain('"submissions":[');
});

it("every command that a message names exists, with its flags", () => {
  const manifest = JSON.parse(
    readFileSync(join(ROOT, "packages/cli/oclif.manifest.json"), "utf8"),
  ) as { commands: Readonly<Record<string, { flags: Readonly<Record<string, object>> }>> };
  const ids = Object.keys(manifest.commands);
  const topics = new Set(ids.map((id) => id.split(":")[0]));
  const sources = globSync("packages/{cli,sdk,server}/src/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (path) => !path.includes(".test."),
  );
  const named = sources.flatMap((path) =>
    [
      ...readFileSync(join(ROOT, path), "utf8").matchAll(
        /\bintray ([a-z]+)(?: ([a-z]+))?([^"`;|]*)/g,
      ),
    ]
      .filter(([, topic]) => topics.has(topic))
      .map(([said, topic = "", verb = "", rest = ""]) => ({ said, path, topic, verb, rest })),
  );

  const wrong = named.filter(({ topic, verb, rest }) => {
    const id = ids.includes(`${topic}:${verb}`) ? `${topic}:${verb}` : topic;
    const command = manifest.commands[id];
    if (command === undefined) return verb !== "";
    const [own = ""] = rest.split(" -- ", 1);
    const flags = [...own.matchAll(/ --(?:no-)?([a-z][a-z-]*)/g)].map(([, flag = ""]) => flag);
    return flags.some((flag) => !(flag in command.flags) && !(`no-${flag}` in command.flags));
  });

  expect(named.length).toBeGreaterThan(100);
  expect(wrong.map(({ path, said }) => `${path}: ${said}`)).toEqual([]);
});
