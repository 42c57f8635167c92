/** The published packages, installed outside the workspace as `npm install` does, with only what they declare. */
import { execFile } from "node:child_process";
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export const PACKAGES = ["webhook-verify", "sdk", "cli", "server"] as const;

export interface PackageJson {
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
  readonly publishConfig: object;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
}

export type PackedProject = Awaited<ReturnType<typeof installPacked>>;

export async function installPacked() {
  const folder = await mkdtemp(join(tmpdir(), "intray-packed-"));
  const installed = (name: string, ...path: string[]) =>
    join(folder, "node_modules", "@intray", name, ...path);
  const manifestOf = (name: string) =>
    JSON.parse(readFileSync(installed(name, "package.json"), "utf8")) as PackageJson;

  /** Packs as `npm publish` does, and unpacks as `npm install` does. */
  async function install(name: string): Promise<void> {
    const into = join(folder, name);
    mkdirSync(into);
    await run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", into], {
      cwd: join(ROOT, "packages", name),
    });
    const [tarball = ""] = globSync(join(into, "*.tgz"));
    mkdirSync(installed(name), { recursive: true });
    await run("tar", ["-xzf", tarball, "-C", installed(name), "--strip-components=1"]);
  }

  /** Links a dependency from the workspace under the name that the packages import. */
  function link(name: string): void {
    if (name.startsWith("@intray/")) return;
    const at = join(folder, "node_modules", name);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), at);
  }

  await Promise.all(PACKAGES.map(install));
  const declared = PACKAGES.map((name) => Object.keys(manifestOf(name).dependencies ?? {}));
  for (const name of new Set([...declared.flat(), "@types/node"])) link(name);
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  return {
    folder,
    /** A path in the installed package `@intray/name`. */
    installed,
    manifestOf,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
