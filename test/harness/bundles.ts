// The server's program and its threads in few files each. Loading hundreds of modules takes most of the time
// in which a server starts, and the tests start thousands of servers and threads.
import { globSync, mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "rolldown";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the bundles. */
    readonly bundles: string;
  }
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Always the same folder, since Node keeps compiled code by the path of a module. */
const FOLDER = join(ROOT, "node_modules/.cache/intray-bundles");
const THREADS = ["writer-thread", "reader-thread"];
/** Native modules, and clients that few tests load. */
const EXTERNAL = [/^@aws-sdk\//, "better-sqlite3", "pg-native"];

/** Bundles what has changed since the last run, and again before each run of the watch mode. */
export default async function setUp(project: TestProject): Promise<void> {
  await bundle();
  project.onTestsRerun(bundle);
  project.provide("bundles", FOLDER);
}

async function bundle(): Promise<void> {
  await bundleOnce({
    name: "source",
    inputs: [
      "packages/*/src/**/*.ts",
      "packages/server/test/mail/digest*.ts",
      "test/crash/queue-crash-child.ts",
    ],
    entries: [
      ...THREADS.map((name) => `packages/server/src/store/sqlite/${name}.ts`),
      "packages/server/test/mail/digest-process.ts",
      "test/crash/queue-crash-child.ts",
    ],
    conditionNames: ["@intray/source", "node"],
  });
  await bundleOnce({
    name: "built",
    inputs: ["packages/{server,sdk,webhook-verify}/dist/**/*.js", "test/crash/*-child.ts"],
    entries: [
      "packages/server/bin/intray-server.js",
      ...THREADS.map((name) => `packages/server/dist/store/sqlite/${name}.js`),
      "test/crash/server-child.ts",
      "test/crash/upload-child.ts",
    ],
    conditionNames: ["node"],
  });
}

interface Bundle {
  readonly name: string;
  /** Patterns of the files that it may contain. */
  readonly inputs: readonly string[];
  readonly entries: readonly string[];
  readonly conditionNames: readonly string[];
}

async function bundleOnce({ name, inputs, entries, conditionNames }: Bundle): Promise<void> {
  const folder = join(FOLDER, name);
  const marker = join(folder, "bundled");
  const since = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = globSync([...inputs, "package-lock.json", "test/harness/bundles.ts"], {
    cwd: ROOT,
  });
  if (files.every((file) => statSync(join(ROOT, file)).mtimeMs < since)) return;
  const start = new Date();
  await build({
    cwd: ROOT,
    input: [...entries],
    platform: "node",
    external: EXTERNAL,
    resolve: { conditionNames: [...conditionNames] },
    plugins: [OWN_URL],
    logLevel: "silent",
    output: {
      dir: folder,
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name].mjs",
    },
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(marker, "");
  utimesSync(marker, start, start);
}

/** Keeps the URLs of modules, by which they find files of their package; only threads are beside the bundle. */
const OWN_URL: Plugin = {
  name: "own-url",
  transform(code, id) {
    if (!code.includes("import.meta.url") || /store\/sqlite\/store\.(ts|js)$/.test(id))
      return undefined;
    return code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
  },
};
