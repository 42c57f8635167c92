/** Finds the server's executable. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const PACKAGE = "@intray/server";

/** The path of intray-server.js, resolved from `folder`, then from this package; else `undefined`. */
export function findServerProgram(folder: string): string | undefined {
  for (const from of [pathToFileURL(join(folder, "package.json")).href, import.meta.url]) {
    try {
      const manifest = createRequire(from).resolve(`${PACKAGE}/package.json`);
      return join(dirname(manifest), "bin", "intray-server.js");
    } catch {
      // not installed there
    }
  }
  return undefined;
}
