/** Finds files of this package. The code that asks may be source, built or bundled, each in other folders. */
import { findPackageJSON } from "node:module";
import { pathToFileURL } from "node:url";

const manifest = findPackageJSON(import.meta.url);
if (manifest === undefined)
  throw new Error("The server's package.json is missing: install it again.");
const MANIFEST = pathToFileURL(manifest);

/** @param path Relative to the folder of the package. */
export const packageFile = (path: string): URL => new URL(path, MANIFEST);
