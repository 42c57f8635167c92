/** A command of `intray-server`. Each one is a file and an entry in commands.ts. */
import type { ParseArgsOptionsConfig } from "node:util";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import type { Random } from "../platform/random.ts";

export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** The arguments and options, such as `<file> [--with-files]`. */
  readonly usage: string;
  /** Lines of the help text: each option and its meaning. */
  readonly details: readonly string[];
  /** None by default. */
  readonly options?: ParseArgsOptionsConfig;
  /** None by default. */
  readonly args?: { readonly min: number; readonly max: number };
  /** Returns the exit code. @throws UsageError (exit 2), or any error, whose message is printed (exit 1). */
  run(input: CommandInput, context: CommandContext): Promise<number>;
  /** Prints invalid settings as the result. Without it they are errors. The exit code is 78 in any case. */
  readonly reportInvalidSettings?: (
    input: CommandInput,
    problems: readonly string[],
    print: CommandContext["print"],
  ) => void;
}

export interface CommandInput {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface CommandContext {
  readonly config: Config;
  readonly settingWarnings: readonly string[];
  /** What starts this program again: Node with its flags, and the script. */
  readonly program: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  /** Prints a line of the result on stdout. */
  readonly print: (line: string) => void;
  /** Prints a line for the user on stderr. */
  readonly printInfo: (line: string) => void;
  /** Asks for a password on the terminal, or reads it from standard input. */
  readonly askPassword: (prompt: string) => Promise<string>;
}

/** The command line is invalid. Nothing was done. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Returns an option that must be set. @throws UsageError. */
export function required({ options }: CommandInput, name: string): string {
  const value = options[name];
  if (typeof value === "string" && value !== "") return value;
  throw new UsageError(`--${name} is missing.`);
}

export function textOption({ options }: CommandInput, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
