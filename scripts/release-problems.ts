/** Says what keeps a version from being released. */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The databases of which each release leaves one in `test/fixtures`. */
const DATABASES = ["sqlite", "postgres"] as const;

/** Versions with a heading of their own in the changelog, newest first. `Unreleased` is none. */
export const releasedVersions = (changelog: string): readonly string[] =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, version = ""]) => version);

/** Whether the changelog says that the version is released, and nothing since then. */
export const isReleasing = (changelog: string, version: string): boolean =>
  (/^## .*$/m.exec(changelog)?.[0] ?? "").split(" ")[1] === version;

/** The files of `test/fixtures` that a release adds. */
export const fixturesOf = (version: string) => DATABASES.map((kind) => `${version}.${kind}.sql`);

/** The hash of the dashboard that the pictures in `docs/use/dashboard` show. */
const PICTURED = "docs/use/dashboard/dashboard.sha256";

/** Called once the pictures are taken. */
export function notePictures(root: string): void {
  writeFileSync(join(root, PICTURED), `${dashboardHash(root)}\n`);
}

/**
 * A hash of the pages, scripts and styles of the dashboard, without its tests. Contents and not dates of commits,
 * since a shallow clone has no history.
 */
function dashboardHash(root: string): string {
  const files = globSync("packages/server/{src,assets}/dashboard/**/*.*", { cwd: root });
  const hash = createHash("sha256");
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).toSorted()) {
    hash.update(file.replaceAll("\\", "/")).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

function hasCurrentPictures(root: string): boolean {
  const path = join(root, PICTURED);
  return existsSync(path) && readFileSync(path, "utf8").trim() === dashboardHash(root);
}

/** A sentence for each problem. @param packages All that are published. */
export function releaseProblems(
  root: string,
  packages: readonly { readonly name: string; readonly version: string }[],
): readonly string[] {
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const version = packages[0]?.version ?? "";
  const others = packages.filter((one) => one.version !== version);
  const missing = fixturesOf(version).filter(
    (file) => !existsSync(join(root, "test/fixtures", file)),
  );
  return [
    ...others.map((one) => `${one.name} has the version ${one.version} instead of ${version}.`),
    ...(isReleasing(changelog, version)
      ? []
      : [`The first heading of CHANGELOG.md has to be "## ${version}".`]),
    ...missing.map((file) => `test/fixtures/${file} is missing. Run npm run fixture.`),
    ...(hasCurrentPictures(root)
      ? []
      : ["The pictures in docs/use/dashboard show another dashboard. Run npm run screenshots."]),
  ];
}
