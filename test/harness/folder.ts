/** Temporary folders of tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a folder, for `useEach` or `useShared`. */
export function openFolder() {
  const path = mkdtempSync(join(tmpdir(), "intray-"));
  return {
    path,
    at: (...names: readonly string[]) => join(path, ...names),
    /** Removes it, with what is in it. */
    close: () => rmSync(path, { recursive: true, force: true }),
  };
}
