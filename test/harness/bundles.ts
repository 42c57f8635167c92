// The threads of the server, and programs of the tests, in few files each. Loading hundreds of modules takes most
// of the time in which they start, and the tests start thousands of them.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";
import type { TestProject } from "vitest/node";
import { type Bundle, bundleOnce } from "../../scripts/bundle.ts";

declare module "vitest" {
  interface ProvidedContext {
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
  await bundleFor("source", {
    inputs: ["packages/*/src/**/*.ts", "test/crash/queue-crash-child.ts"],
    entries: [
      ...THREADS.map((name) => `packages/server/src/store/sqlite/${name}.ts`),
      "test/crash/queue-crash-child.ts",
    ],
    conditionNames: ["@intray/source", "node"],
  });
  await bundleFor("built", {
    inputs: ["packages/{server,sdk,webhook-verify}/dist/**/*.{js,json}", "test/crash/*-child.ts"],
    entries: [
      ...THREADS.map((name) => `packages/server/dist/store/sqlite/${name}.js`),
      "test/crash/server-child.ts",
    ],
    conditionNames: ["node"],
  });
}

const bundleFor = (name: string, parts: Pick<Bundle, "inputs" | "entries" | "conditionNames">) =>
  bundleOnce({
    ...parts,
    inputs: [...parts.inputs, "test/harness/bundles.ts"],
    root: ROOT,
    folder: join(FOLDER, name),
    external: EXTERNAL,
    plugins: [OWN_URL],
  });

/** Keeps the URLs of modules, by which they find files of their package; only threads are beside the bundle. */
const OWN_URL: Plugin = {
  name: "own-url",
  transform(code, id) {
    if (!code.includes("import.meta.url") || /store\/sqlite\/store\.(ts|js)$/.test(id))
      return undefined;
    return code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
  },
};
