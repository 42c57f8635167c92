// A build in another folder, by a file system that lists folders in another order, makes the same files.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const PRELOAD = join(import.meta.dirname, "harness/reversed-folders-preload.js");
/** What the build writes; both a tsbuildinfo and the marker of a bundle contain nothing that is used elsewhere. */
const BUILT = "packages/*/{dist/**/*,bundle/**/*,oclif.manifest.json}";

/** Source maps name the files of packages, so links to another folder would show. Hard links are quick. */
function copyPackages(from: string, to: string): void {
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
}

/** The committed and new files of this checkout, and its installed packages. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), "intray-build-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const file of listed.split("\0").filter((name) => /^(?!test\/).+/.test(name))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(copy, file));
  }
  for (const folder of globSync(["node_modules", "packages/*/node_modules"], { cwd: ROOT }))
    copyPackages(join(ROOT, folder), join(copy, folder));
  return copy;
}

it("makes the same files in two folders, whatever the order of their entries", () => {
  const copy = copyCheckout();

  execFileSync("npm", ["run", "--silent", "build"], {
    stdio: "pipe",
    cwd: copy,
    env: { ...process.env, NODE_OPTIONS: `--import=${PRELOAD}` },
  });

  const filesIn = (folder: string) =>
    globSync(BUILT, { cwd: folder })
      .filter((file) => /\.[a-z]+$/.test(file))
      .toSorted();
  const differing = filesIn(ROOT).filter(
    (file) => !readFileSync(join(ROOT, file)).equals(readFileSync(join(copy, file))),
  );
  expect(filesIn(copy)).toEqual(filesIn(ROOT));
  expect(differing).toEqual([]);
});
