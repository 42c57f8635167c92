/** The files of this package and its version. The code that asks may be source, built or bundled, each in other folders. */
import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { pathToFileURL } from "node:url";

const manifest = findPackageJSON(import.meta.url);
if (manifest === undefined)
  throw new Error("The server's package.json is missing: install it again.");
const MANIFEST = pathToFileURL(manifest);

/** @param path Relative to the folder of the package. */
export const packageFile = (path: string): URL => new URL(path, MANIFEST);

export const { version: VERSION } = JSON.parse(readFileSync(MANIFEST, "utf8")) as {
  readonly version: string;
};
