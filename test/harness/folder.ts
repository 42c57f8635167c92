/** Temporary folders of tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Folder {
  readonly path: string;
  readonly at: (...names: readonly string[]) => string;
  /** Removes it, with what is in it. */
  readonly close: () => void;
}

/** Creates a folder, for `useEach` or `useShared`. */
export function openFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), "intray-"));
  return {
    path,
    at: (...names) => join(path, ...names),
    close: () => rmSync(path, { recursive: true, force: true }),
  };
}
