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

/** Every group of files that reach one another by imports, type-only imports included. */
export function cycles(files: readonly string[]): string[][] {
  const known = new Set(files);
  const graph = new Map(
    files.map((file) => [
      file,
      imports(file)
        .filter((used) => used.startsWith("."))
        .map((used) => posix.join(dirname(file), used))
        .filter((target) => known.has(target)),
    ]),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const found: string[][] = [];
  // Tarjan's algorithm: a file whose lowest reachable file on the path is itself closes a group.
  function visit(file: string): void {
    order.set(file, order.size);
    lowest.set(file, order.get(file) ?? 0);
    path.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (!path.includes(target)) continue;
      lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(target) ?? 0));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = path.splice(path.indexOf(file));
    if (group.length > 1) found.push(group.toSorted());
  }
  for (const file of files) if (!order.has(file)) visit(file);
  return found;
}
