/** Reads which files import which. */
import { readFileSync } from "node:fs";
import { dirname, posix } from "node:path";

/** Every module specifier that a file imports or exports from, dynamic imports included. */
export function imports(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)"([^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
}

/** The file and every file of its package that it imports, directly or indirectly. */
export function reach(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const next = imports(file)
    .filter((used) => used.startsWith("."))
    .map((used) => posix.join(dirname(file), used));
  return [file, ...next.flatMap((target) => reach(target, seen))];
}
