/** The main module of an executable: unpacks its files once, into a private folder, and starts the program there. */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { getAsset, getRawAsset } from "node:sea";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";

/** The asset `contents`. The asset `files` is the files, one after the other, compressed. */
export interface Contents {
  readonly command: string;
  readonly start: string;
  /** Of the files, one after the other, in hex. */
  readonly sha256: string;
  /** Paths with their lengths in bytes. */
  readonly files: readonly (readonly [path: string, length: number])[];
}

const { command, start, sha256, files } = JSON.parse(getAsset("contents", "utf8")) as Contents;
void import(pathToFileURL(join(unpackedFolder(), start)).href);

/** A folder with exactly the files of this executable. Ends the process where there can be none. */
function unpackedFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  // The XDG base directory specification ignores relative paths.
  const bases = [XDG_CACHE_HOME, LOCALAPPDATA, HOME && join(HOME, ".cache")].filter(
    (base) => base !== undefined && isAbsolute(base),
  );
  const shared = join(tmpdir(), `intray-${process.getuid?.() ?? "files"}`);
  const problems: string[] = [];
  for (const cache of [...bases.map((base) => join(String(base), "intray")), shared]) {
    try {
      return unpackIn(cache);
    } catch (error) {
      problems.push(`  ${cache}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  const bytes = files.reduce((sum, [, length]) => sum + length, 0);
  process.stderr.write(
    `${command}: The files of the program cannot be unpacked.\n${problems.join("")}Set XDG_CACHE_HOME to a folder of yours with ${Math.ceil(bytes / 1e6)} MB of free space.\n`,
  );
  process.exit(78);
}

/** @throws Error if the folder is not private or cannot be written. */
function unpackIn(cache: string): string {
  fs.mkdirSync(cache, { recursive: true, mode: 0o700 });
  refuseShared(cache);
  const folder = join(cache, sha256);
  if (isWhole(folder)) return folder;
  const work = fs.mkdtempSync(join(cache, "new-"));
  try {
    const bytes = brotliDecompressSync(getRawAsset("files"));
    let at = 0;
    // Private whatever the umask is, since others may be able to enter the folder above.
    fs.mkdirSync(join(work, "new"), { mode: 0o700 });
    for (const [path, length] of files) {
      const file = join(work, "new", path);
      fs.mkdirSync(dirname(file), { recursive: true });
      fs.writeFileSync(file, bytes.subarray(at, (at += length)));
    }
    // A damaged folder has to be moved. A whole one is of another start, which was faster.
    if (!isWhole(folder) && fs.existsSync(folder)) fs.renameSync(folder, join(work, "old"));
    fs.renameSync(join(work, "new"), folder);
  } catch (error) {
    if (!isWhole(folder)) throw error;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

/** @throws Error if another user could replace what is in the folder. On Windows, these folders are of one user. */
function refuseShared(cache: string): void {
  const uid = process.getuid?.();
  if (uid === undefined) return;
  const own = fs.lstatSync(cache);
  const above = fs.statSync(dirname(cache));
  // In a sticky folder, such as /tmp, others cannot rename or delete it.
  const isFixed = (above.mode & 0o022) === 0 || (above.mode & 0o1000) !== 0;
  const isSafe = above.uid === uid || (above.uid === 0 && isFixed);
  if (own.isDirectory() && own.uid === uid && (own.mode & 0o022) === 0 && isSafe) return;
  throw new Error("it or the folder above it is not yours alone");
}

/** Whether all files are there as they were packed: a crash of the machine may have lost some. */
function isWhole(folder: string): boolean {
  const hash = createHash("sha256");
  try {
    for (const [path] of files) hash.update(fs.readFileSync(join(folder, path)));
  } catch {
    return false; // one is missing or cannot be read
  }
  return hash.digest("hex") === sha256;
}
