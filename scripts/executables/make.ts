/** Makes single executables of the CLI and the server: Node with a published package and its dependencies inside. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "rolldown";
import type { Contents } from "./main.ts";
import NODES from "./node.json" with { type: "json" };

/** By the folders of their packages. */
const PROGRAMS = {
  cli: { command: "intray", start: "node_modules/@intray/cli/bin/run.js" },
  server: { command: "intray-server", start: "node_modules/@intray/server/bin/intray-server.js" },
} as const;
/** Sources, declarations and addons, of which one is added again. */
const NEEDLESS = /\.(?:map|[cm]?ts|tsbuildinfo|[ch]|[ch]pp|gypi?|node)$/;
const ROOT = join(import.meta.dirname, "../..");
const OWN = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** The platforms whose executables this machine can make: npm has this version of Node for most of them. */
const HERE = Object.entries(NODES).filter(([name, node]) => node.integrity !== "" || name === OWN);
export const PLATFORMS = HERE.map(([platform]) => platform);

interface Release {
  readonly version: string;
  /** The folder with the packed packages, to which the files are added. */
  readonly target: string;
  /** The URL at which the folder will be; empty if it is not known. */
  readonly downloads: string;
  /** For the platform of this machine a draft takes the Node that runs this, instead of a download. */
  readonly isDraft: boolean;
}

/** Adds archives, Debian packages, formulas and a script that installs. @param names Of platforms. */
export async function addExecutables(names: readonly string[], release: Release): Promise<void> {
  const unknown = names.filter((name) => !PLATFORMS.includes(name));
  if (unknown.length > 0) throw new Error(`Executables for ${unknown.join()} are not made here.`);
  const work = fs.mkdtempSync(join(tmpdir(), "intray-executables-"));
  try {
    const main = { file: join(work, "main.cjs"), format: "cjs" } as const;
    await build({ input: join(import.meta.dirname, "main.ts"), platform: "node", output: main });
    const wanted = HERE.filter(([platform]) => names.includes(platform));
    const folders = wanted.flatMap(([platform, { addon, ...source }]) => {
      const isOwn = platform === OWN && (release.isDraft || source.integrity === "");
      const node = fs.readFileSync(isOwn ? process.execPath : download(source, work));
      return (["cli", "server"] as const).map((name) => {
        const { command } = PROGRAMS[name];
        const folder = join(work, platform, command);
        const file = join(folder, platform === "win-x64" ? `${command}.exe` : command);
        fs.mkdirSync(folder, { recursive: true });
        fs.writeFileSync(file, platform.startsWith("linux-") ? withoutSymbols(node) : node);
        fs.chmodSync(file, 0o755);
        inject(blobOf(name, filesOf(name, addon, work, release), work), file, platform);
        fs.copyFileSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
        const [license] = fs.globSync(join(work, "node-*/LICENSE"));
        if (license !== undefined) fs.copyFileSync(license, join(folder, "LICENSE-node"));
        return folder;
      });
    });
    const script = join(import.meta.dirname, "pack.sh");
    const { version, downloads, target } = release;
    execFileSync("sh", [script, version, downloads, target, ...folders]);
  } finally {
    fs.rmSync(work, { recursive: true });
  }
}

/** The file of Node, from npm's package, which has to be the known one. */
function download(
  { package: name, integrity, file }: Record<"package" | "integrity" | "file", string>,
  work: string,
): string {
  const words = [
    "pack",
    `${name}@${process.versions.node}`,
    "--silent",
    "--pack-destination",
    work,
  ];
  const tarball = join(work, execFileSync("npm", words, { encoding: "utf8" }).trim());
  const found = createHash("sha512").update(fs.readFileSync(tarball)).digest("base64");
  if (`sha512-${found}` !== integrity) throw new Error(`${tarball} is not as in node.json.`);
  return join(unpack(tarball, join(work, name)), file);
}

function unpack(tarball: string, to: string): string {
  fs.mkdirSync(to, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", to, "--strip-components=1"]);
  return to;
}

/** What `npm install` would install: the files on this disk by their paths in the executable. */
function filesOf(
  name: keyof typeof PROGRAMS,
  addon: string,
  work: string,
  { version, target }: Release,
): ReadonlyMap<string, string> {
  const words = ["ls", "--all", "--omit=dev", "--parseable", `--workspace=@intray/${name}`];
  const listed = execFileSync("npm", words, { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
  const files = new Map<string, string>();
  for (const folder of listed.slice(1)) {
    const to = relative(ROOT, folder).replace(/^packages\//, "node_modules/@intray/");
    const [, own] = /^node_modules\/@intray\/([^/]+)$/.exec(to) ?? [];
    const tarball = join(target, `intray-${own}-${version}.tgz`);
    const from = own === undefined ? folder : unpack(tarball, join(work, own));
    for (const file of fs.globSync("**", { cwd: from, withFileTypes: true })) {
      const path = join(file.parentPath, file.name);
      const isNeeded = !NEEDLESS.test(path) || path.endsWith(`/${addon}`);
      if (file.isFile() && isNeeded) files.set(join(to, relative(from, path)), path);
    }
  }
  return files;
}

/** Makes what Node looks for in an executable: the main module, and the files as an asset. */
function blobOf(
  name: keyof typeof PROGRAMS,
  files: ReadonlyMap<string, string>,
  work: string,
): string {
  const bytes = [...files.values()].map((path) => fs.readFileSync(path));
  const all = Buffer.concat(bytes);
  const contents: Contents = {
    ...PROGRAMS[name],
    sha256: createHash("sha256").update(all).digest("hex"),
    files: [...files.keys()].map((path, n) => [path, bytes[n]?.length ?? 0]),
  };
  const at = (file: string) => join(work, `${name}.${file}`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  fs.writeFileSync(at("files"), brotliCompressSync(all, { params }));
  fs.writeFileSync(at("contents"), JSON.stringify(contents));
  const assets = { contents: at("contents"), files: at("files") };
  const config = { main: join(work, "main.cjs"), output: at("blob"), assets };
  const quiet = { disableExperimentalSEAWarning: true };
  fs.writeFileSync(at("json"), JSON.stringify({ ...config, ...quiet }));
  execFileSync(process.execPath, ["--experimental-sea-config", at("json")], { stdio: "pipe" });
  return config.output;
}

/** Adds a blob to a copy of Node. A Mac demands a signature, and that of Node is for Node alone. */
function inject(blob: string, file: string, platform: string): void {
  const isMac = platform === "darwin-arm64";
  const sign = (...words: string[]) => void execFileSync("codesign", [...words, file]);
  if (isMac) sign("--remove-signature");
  const postject = fileURLToPath(import.meta.resolve("postject/dist/cli.js"));
  const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
  const words = [file, "NODE_SEA_BLOB", blob, "--sentinel-fuse", fuse];
  if (isMac) words.push("--macho-segment-name", "NODE_SEA");
  execFileSync(process.execPath, [postject, ...words], { stdio: "pipe" });
  if (isMac) sign("--sign", "-");
}

/**
 * Drops the symbols of a 64-bit ELF file, a sixth of Node: they come after the segments, which are what is loaded.
 * The command `strip` knows only the processor of its machine.
 */
function withoutSymbols(elf: Buffer): Buffer {
  const start = Number(elf.readBigUInt64LE(32));
  const segments = Array.from({ length: elf.readUInt16LE(56) }, (_, n) => start + n * 56);
  const ends = segments.map((at) => elf.readBigUInt64LE(at + 8) + elf.readBigUInt64LE(at + 32));
  const loaded = Buffer.from(elf.subarray(0, Math.max(...ends.map(Number))));
  loaded.fill(0, 40, 48); // the offset of the table of sections
  loaded.fill(0, 60, 64); // its length, and the section of their names
  return loaded;
}
