// What `npm run release` makes, and what a release needs.
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import {
  fixturesOf,
  isReleasing,
  notePictures,
  releasedVersions,
  releaseProblems,
} from "../scripts/release-problems.ts";
import type { Sbom } from "../scripts/sbom.ts";
import { openFolder } from "./harness/folder.ts";
import { useShared } from "./harness/use.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PACKAGES = ["cli", "sdk", "server", "webhook-verify"];
const CHANGELOG = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
const SCHEMAS = join(ROOT, "node_modules/@cyclonedx/cyclonedx-library/res/schema");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(ROOT, "packages", name, "package.json"), "utf8")) as Manifest;
const { version } = manifestOf("server");
const release = (...words: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(ROOT, "scripts/release.ts"), ...words]);

const folder = useShared(openFolder);
const files = () => folder.at("files");
beforeAll(async () => {
  await release("--draft", "--to", files());
});

const sbomOf = (name: string) =>
  JSON.parse(readFileSync(join(files(), `intray-${name}-${version}.cdx.json`), "utf8")) as Sbom;
const sha256 = (file: string) =>
  createHash("sha256")
    .update(readFileSync(join(files(), file)))
    .digest("hex");
const namesIn = ({ components }: Sbom) =>
  components.map((component) => `${component.name} ${component.version}`);

describe("a release", () => {
  it("has a tarball and an SBOM of each package, and a checksum of each file", () => {
    const lines = readFileSync(join(files(), "SHA256SUMS"), "utf8").trimEnd().split("\n");

    const made = readdirSync(files()).filter((file) => file !== "SHA256SUMS");
    expect(made).toEqual([
      "LICENSES.txt",
      ...PACKAGES.flatMap((name) =>
        ["cdx.json", "tgz"].map((ending) => `intray-${name}-${version}.${ending}`),
      ),
    ]);
    expect(lines).toEqual(made.map((file) => `${sha256(file)}  ${file}`));
  });

  it.each(PACKAGES)("has in the tarball of %s what npm would publish", (name) => {
    const words = ["-xOzf", join(files(), `intray-${name}-${version}.tgz`), "package/package.json"];

    expect(JSON.parse(execFileSync("tar", words, { encoding: "utf8" }))).toEqual(manifestOf(name));
  });

  it("replaces nothing", async () => {
    await expect(release("--draft", "--to", files())).rejects.toThrow(/is not empty/);
  });
});

describe("the SBOM", () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(SCHEMAS, name), "utf8")) as Record<string, unknown>;
  const addresses = "http://cyclonedx.org/schema";

  it.each(PACKAGES)("of %s is valid CycloneDX 1.5, and refers only to what it names", (name) => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    formats.default(ajv);
    for (const format of ["iri-reference", "idn-email"]) ajv.addFormat(format, true);
    for (const part of ["spdx.SNAPSHOT.schema.json", "jsf-0.82.SNAPSHOT.schema.json"]) {
      ajv.addSchema({ ...read(part), $id: `${addresses}/${part}` });
    }
    const validate = ajv.compile(read("bom-1.5.SNAPSHOT.schema.json"));
    const sbom = sbomOf(name);

    validate(sbom);

    expect(validate.errors).toBe(null);
    const { component } = sbom.metadata;
    const refs = [component, ...sbom.components].map((one) => one["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
    expect(sbom.dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted());
    expect(sbom.dependencies.flatMap((one) => one.dependsOn)).toSatisfy((used: string[]) =>
      used.every((ref) => refs.includes(ref)),
    );
    expect(component).toMatchObject({
      name: `@intray/${name}`,
      version,
      hashes: [{ alg: "SHA-256", content: sha256(`intray-${name}-${version}.tgz`) }],
    });
  });

  it.each(PACKAGES)("of %s names each package that is shipped, and no tool", (name) => {
    const named = namesIn(sbomOf(name));
    const licenses = join(ROOT, "packages", name, "bundle/LICENSES.txt");
    const text = existsSync(licenses) ? readFileSync(licenses, "utf8") : "";
    // The texts of licenses have no such line.
    const bundled = [...text.matchAll(/^(@?[\w./-]+ \d+\.\d+\.\d+\S*) \([\w. ()-]+\)$/gm)].map(
      ([, one]) => one,
    );
    const declared = Object.keys(manifestOf(name).dependencies ?? {});

    expect(bundled.filter((one) => !named.includes(one ?? ""))).toEqual([]);
    expect(bundled.length > 40).toBe(["cli", "server"].includes(name));
    expect(declared.filter((one) => !named.some((other) => other.startsWith(`${one} `)))).toEqual(
      [],
    );
    expect(
      named.filter((one) => /^(?:@types\/|typescript |vitest |rolldown |oclif )/.test(one)),
    ).toEqual([]);
  });

  it("names what npm installs with a package that another one depends on", () => {
    const ofSdk = namesIn(sbomOf("sdk"));

    expect(ofSdk).toContainEqual(expect.stringMatching(/^undici /));
    expect(namesIn(sbomOf("cli"))).toEqual(expect.arrayContaining(ofSdk));
  });

  it("says whose code is in the bundle", () => {
    const { components } = sbomOf("server");
    const isInside = (name: string) =>
      components
        .find((component) => component.name === name)
        ?.properties?.some((property) => property.name === "cdx:npm:package:bundled");

    expect(["hono", "@intray/sdk", "better-sqlite3", "handlebars"].map(isInside)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

it("the server's bundle is ASCII, since Node keeps other text with two bytes per character", () => {
  const bundle = join(ROOT, "packages/server/bundle");
  const modules = readdirSync(bundle).filter((name) => name.endsWith(".cjs"));
  const other = modules.filter((name) =>
    readFileSync(join(bundle, name)).some((byte) => byte > 0x7f),
  );

  expect(modules.length).toBeGreaterThan(10);
  expect(other).toEqual([]);
});

it("the list of licenses has each package of other people once", () => {
  const lines = readFileSync(join(files(), "LICENSES.txt"), "utf8").trimEnd().split("\n");
  const named = new Set(PACKAGES.flatMap((name) => namesIn(sbomOf(name))));

  expect(lines.map((line) => line.split(": ")[0] ?? "").toSorted()).toEqual(
    [...named].filter((one) => !one.startsWith("@intray/")).toSorted(),
  );
  expect(lines).toContain("nodemailer 10.6.0: MIT-0".replace("10.6.0", versionOf("nodemailer")));
});

const versionOf = (name: string) =>
  (JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")) as Manifest)
    .version;

describe("each release", () => {
  it("has left databases in test/fixtures, which upgrade.test.ts migrates", () => {
    const versions = releasedVersions(CHANGELOG);
    const present = readdirSync(join(ROOT, "test/fixtures")).filter((name) =>
      name.endsWith(".sql"),
    );

    expect(versions).toContain("0.1.0");
    expect(present.toSorted()).toEqual(versions.flatMap(fixturesOf).toSorted());
  });

  it("needs a changelog, one version, its fixtures, and pictures of its dashboard", () => {
    const root = folder.at("checkout");
    const assets = "packages/server/assets/dashboard";
    const style = join(root, assets, "style.css");
    const outdated =
      "The pictures in docs/use/dashboard show another dashboard. Run npm run screenshots.";
    for (const path of ["test/fixtures", "docs/use/dashboard", assets]) {
      mkdirSync(join(root, path), { recursive: true });
    }
    writeFileSync(style, "main { color: black }");
    const changelog = (text: string) => writeFileSync(join(root, "CHANGELOG.md"), text);
    const packages = ["cli", "server"].map((name) => ({ name, version: "1.2.3" }));

    changelog("# Changelog\n\n## Unreleased\n\n- More.\n\n## 1.2.3\n");
    expect(releaseProblems(root, packages)).toEqual([
      'The first heading of CHANGELOG.md has to be "## 1.2.3".',
      "test/fixtures/1.2.3.sqlite.sql is missing. Run npm run fixture.",
      "test/fixtures/1.2.3.postgres.sql is missing. Run npm run fixture.",
      outdated,
    ]);
    changelog("# Changelog\n\n## 1.2.3 (2027-01-01)\n\n## 1.2.2\n");
    for (const file of fixturesOf("1.2.3")) writeFileSync(join(root, "test/fixtures", file), "");
    notePictures(root);
    expect(releaseProblems(root, packages)).toEqual([]);
    writeFileSync(style, "main { color: navy }");
    expect(releaseProblems(root, packages)).toEqual([outdated]);
    notePictures(root);
    expect(releaseProblems(root, [...packages, { name: "sdk", version: "1.2.2" }])).toEqual([
      "sdk has the version 1.2.2 instead of 1.2.3.",
    ]);
  });

  it.each([
    ["## 1.2.3", "1.2.3", true],
    ["## 1.2.3 (2027-01-01)", "1.2.3", true],
    ["## 1.2.34", "1.2.3", false],
    ["## Unreleased\n\n## 1.2.3", "1.2.3", false],
    ["", "1.2.3", false],
  ])("is recognized by the changelog %j", (changelog, released, expected) => {
    expect(isReleasing(changelog, released)).toBe(expected);
  });
});
