/** Bundles the CLI as it is published: `packages/cli/dist` and its packages, in `packages/cli/bundle`. */
import { globSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";
import { bundleOnce } from "./bundle.ts";
import { LICENSES } from "./licenses.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "packages/cli/dist");

// oclif loads a file for each command, in the folder of its topic.
const files = globSync(["run.js", "help/help.js", "commands/**/*.js"], { cwd: DIST }).toSorted();

/** What the bundle has in place of code that takes time at each start, for nothing. */
const CHANGES = [
  // oclif sorts what is sorted; the rules of a language take 7 ms to load
  ["a.id.localeCompare(b.id)", "(a.id < b.id ? -1 : 1)"],
  // oclif runs sources
  ["require('typescript')", "undefined"],
  // The SDK uses HTTP/1.1 only. undici takes the same where Node has no HTTP/2, which loads TLS too.
  ["http2 = require('node:http2')", "http2 = { constants: {} }"],
] as const;
/** Modules of Node that oclif loads at its start, and most commands do not use. */
const RARELY_USED =
  /const (node_\w+) = require\("(node:(?:child_process|perf_hooks|readline))"\);([^]*)/;
const CHANGE_CODE: Plugin = {
  name: "change-code",
  transform: {
    filter: { id: /@oclif\/core|undici/ },
    handler: (code) =>
      CHANGES.reduce((text, [from, to]) => text.replace(from, to), code).replace(
        RARELY_USED,
        (_, name: string, id: string, rest: string) => rest.replaceAll(name, `require("${id}")`),
      ),
  },
};

await bundleOnce({
  root: ROOT,
  folder: join(ROOT, "packages/cli/bundle"),
  inputs: ["packages/{cli,sdk,webhook-verify}/dist/**/*.{js,json}"],
  entries: Object.fromEntries(files.map((file) => [file.slice(0, -3), join(DIST, file)])),
  // Node loads CommonJS in half of the time.
  format: "cjs",
  conditionNames: ["node"],
  external: [],
  sharedBy: 20,
  plugins: [LICENSES, CHANGE_CODE],
  isSmall: true,
});
