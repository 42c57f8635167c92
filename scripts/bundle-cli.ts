/** Bundles what `intray mcp` uses of the protocol's SDK, in `packages/cli/bundle`: the packages are 20 times as large. */
import { join } from "node:path";
import { bundleOnce } from "./bundle.ts";
import { LICENSES } from "./licenses.ts";

const ROOT = join(import.meta.dirname, "..");

await bundleOnce({
  root: ROOT,
  folder: join(ROOT, "packages/cli/bundle"),
  inputs: ["packages/cli/dist/mcp/library.js"],
  entries: ["packages/cli/dist/mcp/library.js"],
  conditionNames: ["node"],
  external: [/^zod/],
  plugins: [LICENSES],
  isSmall: true,
});
