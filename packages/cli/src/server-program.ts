/** Where the server's program is, when its package is installed. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const PACKAGE = "@intray/server";

/** Looks from `folder` first, then from here; `undefined` when neither has it. */
export function findServerProgram(folder: string): string | undefined {
  for (const from of [pathToFileURL(join(folder, "package.json")).href, import.meta.url]) {
    try {
      const manifest = createRequire(from).resolve(`${PACKAGE}/package.json`);
      return join(dirname(manifest), "bin", "intray-server.js");
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}
