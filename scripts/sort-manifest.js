// Sorts the commands of the CLI's manifest: oclif lists them in the order of the file system, which differs by clone.
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../packages/cli/oclif.manifest.json", import.meta.url);
const manifest = JSON.parse(readFileSync(path, "utf8"));
const commands = Object.entries(manifest.commands).toSorted(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(path, JSON.stringify({ ...manifest, commands: Object.fromEntries(commands) }));
