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

/** What the bundle has in place of code of oclif. */
const CHANGES = [
  // sorts what is sorted; the rules of a language take 7 ms to load
  ["a.id.localeCompare(b.id)", "(a.id < b.id ? -1 : 1)"],
  // runs sources
  ["require('typescript')", "undefined"],
] as const;
const CHANGE_OCLIF: Plugin = {
  name: "change-oclif",
  transform: {
    filter: { id: /@oclif\/core/ },
    handler: (code) => CHANGES.reduce((text, [from, to]) => text.replace(from, to), code),
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
  plugins: [LICENSES, CHANGE_OCLIF],
  isSmall: true,
});
