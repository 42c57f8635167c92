/** What `verify` looks at: each check is one file and one line in verify.ts. */
import type { Config } from "../config/config.ts";
import type { Opened } from "./open-database.ts";

export interface Check {
  /** What is checked, in the plural: `counters`. */
  readonly name: string;
  /** A sentence for each thing that is off. */
  run(parts: CheckParts): AsyncIterable<string>;
}

export interface CheckParts {
  readonly opened: Opened;
  readonly config: Config;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Leaves out what reads every byte that is kept. */
  readonly isQuick: boolean;
}
