/** What a command of `intray-server` is: one file, one object, one line in commands.ts. */
import type { ParseArgsOptionsConfig } from "node:util";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import type { Random } from "../platform/random.ts";

export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** What stands behind the name, such as `<file> [--with-files]`. */
  readonly usage: string;
  /** What each option does, for its help. */
  readonly details: readonly string[];
  readonly options: ParseArgsOptionsConfig;
  /** How many words it takes besides its options. */
  readonly words: { readonly least: number; readonly most: number };
  /** @returns The exit code. @throws CommandError, or anything else, which is told and ends with 1. */
  run(asked: Asked, around: Around): Promise<number>;
}

/** What was written behind the command's name. */
export interface Asked {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** What a command works with. */
export interface Around {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  /** The result, for a person or the next program; a line. */
  readonly say: (line: string) => void;
  /** What goes with it, on stderr; a line. */
  readonly note: (line: string) => void;
  /** Asks for a password, once or twice; or reads it from what is piped in. */
  readonly askPassword: (prompt: string) => Promise<string>;
}

/** Was asked for in a way that makes no sense; nothing was done. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** An option that must be there and hold a text. */
export function required({ options }: Asked, name: string): string {
  const value = options[name];
  if (typeof value === "string" && value !== "") return value;
  throw new UsageError(`--${name} is missing.`);
}

export function textOf({ options }: Asked, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
