/** Adds to a bundle the licenses of the packages in it, as most of them demand, and a list for the SBOM. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

type Manifest = { readonly name?: string; readonly version?: string; readonly license?: string };

export const LICENSES: Plugin = {
  name: "licenses",
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === "chunk" ? file.moduleIds : [],
    );
    const packages = new Set(modules.flatMap((id) => folderOf(id) ?? []));
    const folders = [...packages].toSorted();
    const texts = folders.map(licenseOf);
    this.emitFile({
      type: "asset",
      fileName: "LICENSES.txt",
      source: `The bundle contains these packages.\n\n${texts.join("\n\n")}\n`,
    });
    const bundled = folders.map((folder) => {
      const { name, version } = manifestOf(folder);
      return { name, version };
    });
    this.emitFile({
      type: "asset",
      fileName: "packages.json",
      source: `${JSON.stringify(bundled, null, 2)}\n`,
    });
  },
};

/** The folder of the package; `undefined` for modules of our own and of the bundler. */
const folderOf = (id: string): string | undefined =>
  /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(id)?.[0];

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** @throws Error if a package says nothing of its license. */
function licenseOf(folder: string): string {
  const { name = folder, version = "", license } = manifestOf(folder);
  const [file] = globSync("{licen[cs]e,LICEN[CS]E,Licen[cs]e}*", { cwd: folder });
  const path = join(folder, file ?? "LICENSE");
  if (license === undefined && !existsSync(path)) throw new Error(`${name} has no license.`);
  const text = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  return `${name} ${version} (${license ?? "see below"})\n\n${text}`.trim();
}
