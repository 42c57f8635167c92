/** The version of this server, from its package.json. */
import { readFileSync } from "node:fs";
import { packageFile } from "./package-files.ts";

const manifest = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as {
  readonly version: string;
};

export const VERSION = manifest.version;
