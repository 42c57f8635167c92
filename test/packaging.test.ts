// The published packages: each is packed, unpacked outside the workspace with only its declared dependencies,
// and used as after `npm install`.
import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { useShared } from "./harness/use.ts";
import { installPacked, type PackageJson, PACKAGES, type PackedProject } from "./harness/packed.ts";

const run = promisify(execFile);

const packed = useShared(installPacked);
const installed: PackedProject["installed"] = (...path) => packed.installed(...path);
const manifestOf = (name: string) => packed.manifestOf(name);
const node = (args: readonly string[]) =>
  run(process.execPath, [...args], { cwd: packed.folder, env: { HOME: packed.folder } });

describe.each(PACKAGES)("the package of %s", (name) => {
  it("contains its license, its README and its runtime files, and no tests", () => {
    const files = globSync("**/*", { cwd: installed(name) });
    const strays = files.filter((file) =>
      /\.test\.|(^|\/)(fixture|tsconfig|\.tsbuildinfo)|(^|\/)test(\/|$)/.test(file),
    );
    const maps = files.filter((file) => file.endsWith(".map"));

    expect(files).toEqual(
      expect.arrayContaining(["LICENSE", "README.md", "package.json", codeOf(name)]),
    );
    expect(files.includes("bundle/LICENSES.txt")).toBe(codeOf(name) === "bundle");
    expect(strays).toEqual([]);
    // A source map is useful only with the source, which it contains or names.
    expect(maps.length > 0).toBe(name === "server" || existsSync(installed(name, "src")));
    for (const map of maps) {
      const { sources, sourcesContent } = JSON.parse(
        readFileSync(installed(name, map), "utf8"),
      ) as { sources: string[]; sourcesContent?: string[] };
      for (const [n, source] of sources.entries()) {
        if (typeof sourcesContent?.[n] === "string") continue;
        expect(existsSync(join(dirname(installed(name, map)), source))).toBe(true);
      }
    }
  });

  it("declares each package that it imports, and how it is published", () => {
    const manifest = manifestOf(name);
    const { dependencies, peerDependencies } = manifest;
    // pg uses pg-native where somebody has installed it.
    const declared = ["pg-native", ...Object.keys({ ...dependencies, ...peerDependencies })];
    const code = globSync(`{bin,${codeOf(name)}}/**/*.{js,mjs,cjs}`, { cwd: installed(name) });
    const imported = code.flatMap((file) => importsOf(readFileSync(installed(name, file), "utf8")));

    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((one) => !isBuiltin(one) && !declared.includes(one))).toEqual([]);
    expect(manifest).toMatchObject({
      license: "MIT",
      engines: { node: ">=22.19" },
      publishConfig: { access: "public", provenance: true },
    });
  });
});

const codeOf = (name: string) => (["cli", "server"].includes(name) ? "bundle" : "dist");

/** Names of the packages that a module imports, dynamic imports included. */
function importsOf(text: string): string[] {
  const found = text.matchAll(
    /(?:^|;)(?:import|\}|export)[^;"'=()]*\bfrom ?"([^"]+)"|(?:^|;)import ?"([^"]+)"|\bimport\("([^"]+)"|(?<!`)\brequire\("([^"]+)"/gm,
  );
  return [...found]
    .map(([, ...names]) => names.find((one) => one !== undefined) ?? "")
    .filter((one) => !/^[.#]/.test(one))
    .map((one) => one.split("/", one.startsWith("@") ? 2 : 1).join("/"));
}

it.each([
  ["cli", 1, 7],
  ["sdk", 3, 6],
])("an installation of %s is %d packages of less than %d MB on a disk", (name, count, limit) => {
  const folders = new Set([installed(name)]);
  const from = join(import.meta.dirname, "../packages", name);
  for (const dependency of Object.keys(manifestOf(name).dependencies ?? {}))
    addInstalled(dependency, from, folders);
  const bytes = [...folders].map(sizeOnDisk).reduce((sum, size) => sum + size, 0);

  expect(folders.size).toBe(count);
  expect(bytes / 1e6).toBeLessThan(limit);
});

it.each([
  ["--version", 1],
  ["forms list --base-url http://127.0.0.1:1 --retries 0", 26],
])("the command loads few files for %s", async (line, limit) => {
  writeFileSync(join(packed.folder, "config.json"), '{"profiles":{}}');
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });`;
  const loader = `data:text/javascript,${encodeURIComponent(hook)}`;
  const words = ["--import", loader, installed("cli", "bin", "run.js"), ...line.split(" ")];
  const env = { HOME: packed.folder, INTRAY_API_KEY: "itk_acct_of_nobody" };

  const { stdout } = await run(process.execPath, words, { env }).catch(
    (error: { stdout: string }) => error,
  );

  const loaded = stdout.split("\n").filter((url) => /^file:.*js$/.test(url));
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.length).toBeLessThanOrEqual(limit);
});

/** Adds the folder of a dependency as Node finds it from another folder, and those of its own dependencies. */
function addInstalled(name: string, from: string, folders: Set<string>): void {
  let base = from;
  while (!existsSync(join(base, "node_modules", name, "package.json"))) {
    if (base === dirname(base)) throw new Error(`${name} is not installed for ${from}.`);
    base = dirname(base);
  }
  const folder = join(base, "node_modules", name);
  if (folders.has(folder)) return;
  folders.add(folder);
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as PackageJson;
  for (const one of Object.keys(dependencies)) addInstalled(one, folder, folders);
}

/** Without nested packages, in blocks of 4 KiB. */
function sizeOnDisk(folder: string): number {
  const files = globSync("**/*", { cwd: folder, exclude: (name) => name === "node_modules" });
  return files
    .map((file) => statSync(join(folder, file)))
    .filter((found) => found.isFile())
    .reduce((sum, { size }) => sum + Math.ceil(size / 4_096) * 4_096, 0);
}

it("the command serves the protocol of agents with what its package contains", async () => {
  const cli = execFile(process.execPath, [installed("cli", "bin", "run.js"), "mcp"], {
    env: { HOME: packed.folder, INTRAY_API_KEY: "itk_acct_of_nobody" },
  });
  const request = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  cli.stdin?.write(
    `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: request })}\n`,
  );
  for await (const line of createInterface({ input: cli.stdout ?? process.stdin })) {
    expect(JSON.parse(line)).toMatchObject({ id: 1, result: { serverInfo: { name: "intray" } } });
    cli.stdin?.end();
  }
});

it("the libraries work with import and with require", async () => {
  writeFileSync(
    join(packed.folder, "use.cjs"),
    `const { Intray } = require("@intray/sdk");
     const { sign, verify } = require("@intray/webhook-verify");
     const { ApiError } = require("@intray/sdk");
     import("@intray/sdk").then((esm) => console.log(typeof Intray, typeof require("@intray/sdk/queue"),
       verify("body", sign("body", "s"), "s"), esm.ApiError === ApiError));`,
  );
  writeFileSync(
    join(packed.folder, "use.mjs"),
    `import { Intray } from "@intray/sdk";
     import * as queue from "@intray/sdk/queue";
     import { sign } from "@intray/webhook-verify";
     console.log(typeof Intray, typeof queue, typeof sign);
     const fetch = async () => Response.json({});
     const client = new Intray({ apiKey: "k", validation: "strict", fetch });
     await client.me().catch(({ message }) => console.log(message));`,
  );

  const [required, imported] = [await node(["use.cjs"]), await node(["use.mjs"])];

  expect([required.stdout, imported.stdout]).toEqual([
    "function object true true\n",
    "function object function\nThe option validation needs zod 4. Install it: npm install zod@4\n",
  ]);
});

describe.each([
  ["nodenext", { module: "nodenext" }, "ts"],
  ["nodenext, compiled to require", { module: "nodenext" }, "cts"],
  ["node16", { module: "node16" }, "ts"],
  ["node16, compiled to require", { module: "node16" }, "cts"],
  ["bundler", { module: "esnext", moduleResolution: "bundler" }, "ts"],
])("the types under moduleResolution %s", (_name, resolution, ending) => {
  const tsc = createRequire(import.meta.url).resolve("typescript/package.json");
  const compile = async (name: string, text: string) => {
    const file = `${name}.${ending}`;
    const options = { target: "es2024", strict: true, noEmit: true, types: ["node"] };
    const compilerOptions = { ...options, skipLibCheck: true, ...resolution };
    writeFileSync(join(packed.folder, file), text);
    writeFileSync(
      join(packed.folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: [file] }),
    );
    const command = [join(dirname(tsc), "bin", "tsc"), "-p", ".", "--pretty", "false"];
    return node(command).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
  };

  it("compile in a strict project", async () => {
    expect(await compile("right", CONSUMER)).toBe("");
  });

  it("reject wrong code", async () => {
    const wrong = CONSUMER.replace('apiKey: "k"', "apiKey: 7")
      .replace('filter_by: "new"', 'filter_by: "unread"')
      .replace("event.data.state", "event.data.uid")
      .replace('=== "gone"', '=== "broken"')
      .replace('=== "failed"', '=== "broken"')
      .replace('=== "quota_exceeded"', '=== "broken"');

    const lines = (await compile("wrong", wrong)).match(/^wrong\.c?ts\(\d+/gm) ?? [];

    const wrongLines = [
      /apiKey: 7/,
      /"unread"/,
      /data\.uid/,
      /reason ===/,
      /state ===/,
      /code ===/,
    ].map((text) => wrong.split("\n").findIndex((line) => text.test(line)) + 1);
    expect(lines.map((line) => Number(line.split("(")[1]))).toEqual(wrongLines);
  });
});

/** Uses every entry of both libraries that has no dependency of its own. */
const CONSUMER = `import { ApiError, Intray, type FormWebhook, type IntrayEvent, type Submission } from "@intray/sdk";
import { csvColumns } from "@intray/sdk/columns";
import { document } from "@intray/sdk/document";
import { operations } from "@intray/sdk/operations";
import { memoryStore } from "@intray/sdk/queue";
import { records } from "@intray/sdk/records";
import { htmlSnippet } from "@intray/sdk/snippet";
import type { SubmissionList } from "@intray/sdk/schemas";
import { sign, unwrap, verify, verifyRequest } from "@intray/webhook-verify";
import { createReceiver } from "@intray/webhook-verify/fetch";
import { verifyStream } from "@intray/webhook-verify/stream";
const client = new Intray({ baseUrl: "http://127.0.0.1:1", apiKey: "k" });
export const first = async (): Promise<Submission | undefined> =>
  (await client.submissions.list({ filter_by: "new" })).submissions[0];
export const stateOf = (event: IntrayEvent): string | undefined => {
  if (event.type === "delivery.updated") return event.data.state;
  return event.type === "submission.created" ? event.data.uid : undefined;
};
export const isGone = ({ disabled_reason }: FormWebhook): boolean => disabled_reason === "gone";
export const isLost = ({ delivery_state }: Submission): boolean => delivery_state === "failed";
export const isFull = ({ code }: ApiError): boolean => code === "quota_exceeded";
export const signed: boolean = verify("body", sign("body", "secret"), "secret");
export type Pages = SubmissionList[];
export const id: number | undefined = unwrap("", {}, { secrets: "" }).authenticated?.timestamp;
export const all = [csvColumns, document, htmlSnippet, operations, memoryStore, records, verifyRequest, createReceiver, verifyStream];
`;
