// Limits the size of the package. Instead of using a minifier, the test strips comments, indentation and
// imports. A minifier strips more, so the minified size is below the size that is measured here.
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
  ["the whole portable entry, with error messages", ["portable.js"], 9 * KIB],
])("limits %s: %j", (_what, entries, maxBytes) => {
  const files = entries.reduce((seen, entry) => addImports(entry, seen), new Set<string>());

  const code = [...files].map((file) => strip(read(file))).join("\n");

  expect(gzipSync(code, { level: 9 }).byteLength).toBeLessThan(maxBytes);
});

const read = (file: string) => readFileSync(posix.join(DIST, file), "utf8");

/** Adds the file and every file that it imports, directly or not. */
function addImports(file: string, seen: Set<string>): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, target] of read(file).matchAll(/ from "(\.[^"]+)";/g)) {
    addImports(posix.join(posix.dirname(file), target ?? ""), seen);
  }
  return seen;
}

function strip(code: string): string {
  return code
    .replaceAll(/\/\*\*.*?\*\//gs, "")
    .replaceAll(/^(?:import .*|export \{.*\} from .*|\s*\/\/.*)$/gm, "")
    .replaceAll(/^\s+|\s+$/gm, "");
}
