/** Says what keeps a version from being released. */
import { existsSync, readFileSync } from "node:fs";
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
export const fixturesOf = (version: string): readonly string[] =>
  DATABASES.map((kind) => `${version}.${kind}.sql`);

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
  ];
}
