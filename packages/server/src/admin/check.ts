/** A check of `verify`. Each one is a file and an entry in verify.ts. */
import type { Config } from "../config/config.ts";
import type { Opened } from "./open-database.ts";

export interface Check {
  /** The name in the output, such as `counters`. */
  readonly name: string;
  /** Yields a description of each problem. */
  run(parts: CheckParts): AsyncIterable<string>;
}

export interface CheckParts {
  readonly opened: Opened;
  readonly config: Config;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Skips checks that read the content of files and bodies. */
  readonly isQuick: boolean;
}
