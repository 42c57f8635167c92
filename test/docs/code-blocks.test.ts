// Runs each code block of the READMEs and docs as printed, against a real server. In the text, `YOUR_FORM`, the
// address of the server and the key `itk_acct_…` stand for those of the reader.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Intray } from "../../packages/sdk/src/index.ts";
import { SECRET } from "../../packages/webhook-verify/test/receiver-contract.ts";
import { openShell } from "../harness/shell.ts";
import { KEY } from "../harness/server-program.ts";
import { type CodeBlock, codeBlocks, countFences, namedScripts } from "./code-blocks.ts";
import { EXAMPLES, type Example } from "./examples.ts";
import { postTo } from "../harness/api.ts";
import { useShared } from "../harness/use.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Runs of languages; another language needs an example that says why it is not run. */
const PROGRAMS = new Set(["ts", "js"]);
const SHELLS = new Set(["sh", "sh session", "crontab", "sql"]);

/** A reader of JavaScript names no types: values may be undefined, and a framework's request is not known. */
const UNTYPED = /\.js\(\d+,\d+\): error TS(?:2322|2339|2571|18048):/;

const blocks = codeBlocks();
const exampleOf = ({ example = "" }: CodeBlock): Example => EXAMPLES[example] ?? {};
const isProgram = ({ language }: CodeBlock) => PROGRAMS.has(language);

const shell = useShared(() => openShell());
let form: string;
let client: Intray;
/** Each post differs, since a repeated one is spam. */
let posts = 0;
beforeAll(async () => {
  client = new Intray({ baseUrl: shell.url, apiKey: KEY });
  form = (await client.forms.get(1)).uuid;
  for (const name of ["Sales", "Jobs"]) await client.forms.create({ name });
  for (let n = 0; n < 8; n += 1) {
    const message = `Hello ${(posts += 1)}`;
    const cv = new File(["%PDF-1.7"], "cv.pdf");
    await postTo(shell.url, 3, { email: "ada@example.org", message, cv });
  }
  for (let n = 0; n < 7; n += 1) {
    await client.webhooks.create({ form_id: 1, name: `Hook ${n}`, url: "http://127.0.0.1:9/" });
  }
  const command = (name: string, text: string) => {
    writeFileSync(join(shell.folder, "bin", name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(shell.folder, "bin", name), 0o755);
  };
  command(
    "npx",
    'name=$1; shift; case "$name" in @intray/server) exec intray-server "$@";; @intray/cli) exec intray "$@";; *) exec "$name" "$@";; esac',
  );
  const server = join(ROOT, "packages/server/bin/intray-server.js");
  command("intray-server", `exec "${process.execPath}" "${server}" "$@"`);
  symlinkSync(join(ROOT, "node_modules"), join(shell.folder, "node_modules"));
});
afterAll(async () => {
  await client.close();
  await shell[Symbol.asyncDispose]();
});

it("every fence belongs to a block that is found, and every name to an example", () => {
  const unknown = blocks.filter(
    ({ example }) => example !== undefined && !Object.hasOwn(EXAMPLES, example),
  );
  const used = new Set(blocks.map(({ example }) => example));

  expect(countFences()).toBe(2 * blocks.length);
  expect(unknown.map(({ at }) => at)).toEqual([]);
  expect(Object.keys(EXAMPLES).filter((name) => !used.has(name))).toEqual([]);
});

it("every package that a page installs or runs is ours, and each README begins with its own", () => {
  const named = blocks.flatMap(({ code }) =>
    [...code.matchAll(/\b(?:npx|npm install) (?:--global )?(@?[\w/-]+)/g)].map(([, name]) => name),
  );
  const packages = globSync("packages/*/package.json").map((path) => ({
    folder: dirname(path),
    ...(JSON.parse(readFileSync(path, "utf8")) as { readonly name: string }),
  }));

  for (const { folder, name } of packages) {
    const first = blocks.find(({ at }) => at.startsWith(`${folder}/README.md:`));
    expect(first?.code).toMatch(new RegExp(`(?:npx|npm install) .*${name}\\b|npx ${name}\\b`));
  }
  expect(new Set(named)).toEqual(new Set(["node", ...packages.map(({ name }) => name)]));
});

it("every script that is named exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const named = namedScripts();

  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

it("every block has a language that is run or parsed, or says why not", () => {
  const known = new Set([...PROGRAMS, ...SHELLS, "json", "html"]);
  const silent = blocks.filter(
    (block) => !known.has(block.language) && !("notRun" in exampleOf(block)),
  );

  expect(silent.map(({ at }) => at)).toEqual([]);
});

it("every program compiles", async () => {
  const folder = join(shell.folder, "compiled");
  mkdirSync(folder);
  const files = blocks.filter(isProgram).flatMap((block, n) => {
    const example = exampleOf(block);
    if ("notRun" in example && example.isChecked !== true) return [];
    const file = `${n}-${block.at.replaceAll(/\W/g, "-")}.${block.language}`;
    writeFileSync(join(folder, file), programOf(block));
    return [file];
  });
  const compilerOptions = {
    target: "es2024",
    module: "nodenext",
    types: ["node"],
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    allowJs: true,
    checkJs: true,
    noImplicitAny: false,
    strictNullChecks: true,
  };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );

  const { stdout } = await promisify(execFile)(process.execPath, [
    tsc,
    "-p",
    folder,
    "--pretty",
    "false",
  ]).catch((error: { stdout: string }) => error);

  expect(files.length).toBeGreaterThan(20);
  const lines = stdout.split("\n").filter((line) => line.includes("error TS"));
  expect(lines.filter((line) => !UNTYPED.test(line))).toEqual([]);
});

describe.each(blocks.filter((block) => !("notRun" in exampleOf(block))))("$at", (block) => {
  it("works as printed", async () => {
    if (block.language === "json") return parseJson(block.code);
    if (block.language === "html") return postForm(withPlaces(block.code));
    await client.submissions.create(3, {
      email: "ada@example.org",
      message: `Hello ${(posts += 1)}`,
    });
    const example = exampleOf(block);
    const lines = "isSplit" in example ? block.code.trim().split("\n") : [block.code];
    for (const code of lines) {
      const { output, status } = await run({ ...block, code }, example);
      expect(output).toMatch(("prints" in example ? example.prints : undefined) ?? /(?:)/);
      expect({ status, output }).toEqual({ status: 0, output });
    }
  });
});

/** The code with the reader's own form, address and key. */
const withPlaces = (code: string): string =>
  code
    .replaceAll("http://127.0.0.1:8787", shell.url)
    .replaceAll("YOUR_FORM", form)
    .replaceAll("itk_acct_…", KEY);

function replaced(code: string, example: Example): string {
  if (!("replace" in example)) return code;
  return Object.entries(example.replace ?? {}).reduce(
    (text, [from, to]) => text.replace(from, () => to),
    code,
  );
}

/** The text of a program: its imports, then what the page says that the reader has, then the rest. */
function programOf({ code, ...block }: CodeBlock): string {
  const example = exampleOf({ code, ...block });
  const before = "before" in example ? (example.before ?? "") : "";
  return `${
    before
      .match(/^import .*$/gm)
      ?.filter((line) => !code.includes(line))
      .join("\n") ?? ""
  }
${before === "" ? code : `${code.match(/^import .*$/gm)?.join("\n") ?? ""}\n${before.replaceAll(/^import .*$/gm, "")}\n{\n${code.replaceAll(/^import .*$/gm, "")}\n}`}
export {};
`;
}

async function run(
  block: CodeBlock,
  example: Example,
): Promise<{ output: string; status: number | null }> {
  if ("notRun" in example) throw new Error("This example is not run.");
  const folder = join(shell.folder, "work", block.at.replaceAll(/\W/g, "-"));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(example.files ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), name.endsWith(".txt") ? 0o600 : 0o755);
  }
  let words: readonly [string, ...string[]];
  if (isProgram(block)) {
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, `program.${block.language}`), programOf(block));
    words = [process.execPath, `program.${block.language}`];
  } else {
    words = [
      "bash",
      "-e",
      "-c",
      `${example.before ?? ""}\n${withPlaces(replaced(block.code, example))}`,
    ];
  }
  return watch(words, folder, example);
}

async function watch(
  [command, ...args]: readonly [string, ...string[]],
  cwd: string,
  { until, input, isPosting }: Exclude<Example, { readonly notRun: string }>,
): Promise<{ output: string; status: number | null }> {
  const env = {
    PATH: `${join(shell.folder, "bin")}:${process.env["PATH"] ?? ""}`,
    HOME: cwd,
    NO_COLOR: "1",
    INTRAY_BASE_URL: shell.url,
    INTRAY_API_KEY: KEY,
    INTRAY_PORT: "0",
    DATA: join(shell.folder, "data"),
    INTRAY_WEBHOOK_SECRET: SECRET,
  };
  // A group of its own, so that what it has started ends with it.
  const child = spawn(command, args, { cwd, env, detached: true });
  let output = "";
  let isStopped = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (isStopped || until?.test(output) !== true) return;
      isStopped = true;
      process.kill(-(child.pid ?? 0), "SIGKILL");
    });
  }
  child.stdin.on("error", () => undefined).end(input?.replace("KEY", KEY) ?? "");
  const closed = once(child, "close") as Promise<[number | null]>;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  while (isRunning()) {
    if (isPosting !== true) break;
    await client.submissions.create(3, {
      email: "grace@example.org",
      message: `Hello ${(posts += 1)}`,
    });
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  const [status] = await closed;
  return { output, status: isStopped ? 0 : status };
}

/** One document, or one a line. */
function parseJson(code: string): void {
  const isLines = code.startsWith('{"') && code.trim().includes("\n");
  for (const text of isLines ? code.trim().split("\n") : [code]) JSON.parse(text);
}

/** Posts a form as a browser does, with a value in each field. */
async function postForm(html: string): Promise<void> {
  const [, action = ""] = /<form[^>]* action="([^"]+)"/.exec(html) ?? [];
  const names = [...html.matchAll(/<(?:input|textarea|select)\b[^>]* name="([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );
  const fields = new URLSearchParams(
    names.map((name) => [name, name === "email" ? "ada@example.org" : "Hello"]),
  );

  const answer = await fetch(action, { method: "POST", body: fields });

  expect(names.length).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ success: true });
}
