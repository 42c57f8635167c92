/** Makes the files of a release: tarballs, an SBOM of each, licenses and checksums. See docs/contribute/releasing.md. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { addExecutables, PLATFORMS } from "./executables/make.ts";
import { releaseProblems } from "./release-problems.ts";
import { licenseOf, type Sbom, sbomOf, sbomOfWorkspace, type Shipped, toolsIn } from "./sbom.ts";

const ROOT = join(import.meta.dirname, "..");
/** Each package comes after those that it depends on. */
const PACKAGES = ["webhook-verify", "sdk", "cli", "server"] as const;
/** Licenses that let anybody ship the code, with the text of the license. */
const ACCEPTED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "(MIT OR CC0-1.0)",
  "Unlicense",
]);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin?: object;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const { values } = parseArgs({
  options: {
    to: { type: "string" },
    draft: { type: "boolean", default: false },
    platform: { type: "string", multiple: true },
    downloads: { type: "string", default: "" },
  },
});
if (!/^(?:https:\/\/[\w.:/~-]+)?$/.test(values.downloads)) {
  throw new Error("--downloads takes an address such as https://example.org/intray/1.0.0.");
}
const manifests = PACKAGES.map((folder) => ({ folder, ...manifestIn(folder) }));
const version = manifests[0]?.version ?? "";
const problems = values.draft ? [] : releaseProblems(ROOT, manifests);
if (problems.length > 0) {
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stderr.write("No release was made. With --draft these are not checked.\n");
  process.exit(1);
}
const target = resolve(values.to ?? join(ROOT, "release", version));
if (existsSync(target) && readdirSync(target).length > 0) {
  process.stderr.write(`${target} is not empty. Choose a new folder with --to.\n`);
  process.exit(1);
}
mkdirSync(target, { recursive: true });

const workspace = sbomOfWorkspace(ROOT, version);
const declared = new Map(
  manifests.map(({ name, dependencies = {} }) => [name, Object.keys(dependencies)]),
);
const tools = toolsIn(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
const sboms = manifests.map((manifest) => {
  const tarball = pack(manifest.folder);
  const sbom = sbomOf(workspace, shippedIn(manifest, tarball), { declared, tools });
  write(tarball.replace(/\.tgz$/, ".cdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);
  return sbom;
});
write("LICENSES.txt", licensesOf(sboms));
const { draft: isDraft, downloads } = values;
const platforms = values.platform ?? (isDraft ? [] : PLATFORMS);
if (platforms.length > 0) {
  await addExecutables(platforms, { version, target, downloads, isDraft });
}
const files = readdirSync(target).toSorted();
write("SHA256SUMS", files.map((file) => `${sha256(file)}  ${file}\n`).join(""));
process.stdout.write(`${target}\n`);

function manifestIn(folder: string): Manifest {
  return JSON.parse(
    readFileSync(join(ROOT, "packages", folder, "package.json"), "utf8"),
  ) as Manifest;
}

/** Packs as `npm publish` does. @returns The name of the tarball. */
function pack(folder: string): string {
  const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", target];
  const cwd = join(ROOT, "packages", folder);
  return execFileSync("npm", words, { cwd, encoding: "utf8" }).trim();
}

function shippedIn(manifest: Manifest & { readonly folder: string }, tarball: string): Shipped {
  const { folder, name, devDependencies = {}, bin } = manifest;
  const list = join(ROOT, "packages", folder, "bundle/packages.json");
  const isBundled = existsSync(list);
  const inside = isBundled ? (JSON.parse(readFileSync(list, "utf8")) as Shipped["bundled"]) : [];
  // The list has no packages of this workspace.
  const own = manifests.filter((other) => isBundled && other.name in devDependencies);
  return {
    name,
    version,
    bundled: [...inside, ...own.map((other) => ({ name: other.name, version: other.version }))],
    sha256: sha256(tarball),
    isProgram: bin !== undefined,
  };
}

/** A line for each package of other people. @throws Error for a license that is not accepted. */
function licensesOf(all: readonly Sbom[]): string {
  const lines = new Set<string>();
  for (const component of all.flatMap(({ components }) => components)) {
    const { name, version: shipped } = component;
    const license = licenseOf(component);
    if (license === undefined || !ACCEPTED.has(license)) {
      throw new Error(`${name} ${shipped} has the license ${license ?? "(none)"}. Is it accepted?`);
    }
    if (!name.startsWith("@intray/")) lines.add(`${name} ${shipped}: ${license}\n`);
  }
  return [...lines].toSorted().join("");
}

function write(name: string, text: string): void {
  writeFileSync(join(target, name), text);
}

function sha256(name: string): string {
  return createHash("sha256")
    .update(readFileSync(join(target, name)))
    .digest("hex");
}
