// Writes dist/cjs/ of the libraries: for each entry a file for require() that loads the ES module, and its types.
// Both kinds of import therefore share the classes and caches of one copy.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, relative } from "node:path";

for (const folder of ["packages/sdk", "packages/webhook-verify"]) {
  rmSync(`${folder}/dist/cjs`, { recursive: true, force: true });
  mkdirSync(`${folder}/dist/cjs`, { recursive: true });
  const { exports } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  for (const entry of Object.values(exports)) {
    if (entry.require === undefined) continue;
    const from = dirname(entry.require.default);
    const target = relative(from, entry.default);
    if (basename(from) !== "cjs") throw new Error(`${entry.require.default} is not in dist/cjs`);
    writeFileSync(`${folder}/${entry.require.default}`, `module.exports = require("${target}");\n`);
    writeFileSync(`${folder}/${entry.require.types}`, `export * from "${target}";\n`);
  }
}
