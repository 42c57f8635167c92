/** Bundles the server as it is published: `packages/server/dist` and its packages, in `packages/server/bundle`. */
import { join } from "node:path";
import { bundleOnce } from "./bundle.ts";
import { LICENSES } from "./licenses.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = "packages/server/dist";

await bundleOnce({
  root: ROOT,
  folder: join(ROOT, "packages/server/bundle"),
  inputs: ["packages/{server,sdk,webhook-verify}/dist/**/*.{js,json}"],
  format: "cjs",
  entries: [
    `${DIST}/main.js`,
    `${DIST}/store/sqlite/writer-thread.js`,
    `${DIST}/store/sqlite/reader-thread.js`,
  ],
  conditionNames: ["node"],
  // A native module, a large client that only S3 needs, packages whose files are read, and one that nobody has.
  external: ["better-sqlite3", /^@aws-sdk\//, "handlebars", /^(idiomorph|uplot)\//, "pg-native"],
  plugins: [LICENSES],
  isSmall: true,
});
