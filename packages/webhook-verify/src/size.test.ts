// Holds the core's size. There is no minifier at hand: comments, indentation and imports are cut away,
// which leaves more than a minifier would, so the true size is below what is measured here.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { posix } from "node:path";
import { expect, it } from "vitest";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const KIB = 1_024;

it.each([
  ["verifying and signing by WebCrypto", ["verify-async.js", "sign-async.js"], 3 * KIB],
  ["verifying and signing by node:crypto", ["verify.js", "sign.js"], 3 * KIB],
  ["everything portable, with each error's words", ["portable.js"], 7.5 * KIB],
])("%s: %j", (_what, entries, most) => {
  const files = entries.reduce((seen, entry) => reach(entry, seen), new Set<string>());

  const code = [...files].map((file) => strip(read(file))).join("\n");

  expect(gzipSync(code, { level: 9 }).byteLength).toBeLessThan(most);
});

const read = (file: string) => readFileSync(posix.join(DIST, file), "utf8");

/** The file and every file that it imports, however far. */
function reach(file: string, seen: Set<string>): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, target] of read(file).matchAll(/ from "(\.[^"]+)";/g)) {
    reach(posix.join(posix.dirname(file), target ?? ""), seen);
  }
  return seen;
}

function strip(code: string): string {
  return code
    .replaceAll(/\/\*\*.*?\*\//gs, "")
    .replaceAll(/^(?:import .*|export \{.*\} from .*|\s*\/\/.*)$/gm, "")
    .replaceAll(/^\s+|\s+$/gm, "");
}
